import type { ReactNode } from 'react';
import { shellText } from '../messages/shell.ts';
import styles from './app-bar.module.css';
import { classNames } from './class-names.ts';

export interface AppBarProps {
  /** The link home: a link with `brandLinkClass` around `<Brand />`. */
  readonly brand: ReactNode;
  /** Links with `navLinkClass`; the current one carries aria-current="page". */
  readonly children: ReactNode;
  readonly status: ReactNode;
}

export interface TaskBarProps {
  /** The way out: a link with `navLinkClass`. */
  readonly out: ReactNode;
  readonly title: ReactNode;
  /** The status bar. */
  readonly children: ReactNode;
}

export const brandLinkClass = styles['brand'] ?? '';
export const navLinkClass = styles['link'] ?? '';
/** For the first link of the page, 'Skip to content' (#main). */
export const skipLinkClass = styles['skip'] ?? '';

/** The green bar on every screen. Each link has an icon and a word; on a phone they are at the bottom edge, within reach of the thumb. */
export function AppBar({ brand, children, status }: AppBarProps) {
  return (
    <header className={styles['bar']}>
      {brand}
      <nav aria-label={shellText().navigation} className={styles['nav']} data-bar="">
        {children}
      </nav>
      {status}
    </header>
  );
}

/** The green bar over a form: one line, so that the form begins high up. */
export function TaskBar({ out, title, children }: TaskBarProps) {
  return (
    <header className={classNames(styles['bar'], styles['task'])}>
      {out}
      <h1>{title}</h1>
      {children}
    </header>
  );
}
