import type { ReactNode } from 'react';
import { shellText } from '../messages/shell.ts';
import styles from './app-bar.module.css';
import { classNames } from './class-names.ts';

export interface AppBarProps {
  /** The link home: a link with `brandLinkClass` around `<Brand />`. */
  readonly brand: ReactNode;
  /** On a phone the links are at the bottom edge, within reach of the thumb. */
  readonly isDocked: boolean;
  /** Links with `navLinkClass`; the current one carries aria-current="page". */
  readonly children: ReactNode;
}

export const brandLinkClass = styles['brand'] ?? '';
export const navLinkClass = styles['link'] ?? '';
/** For the first link of the page, 'Skip to content' (#main). */
export const skipLinkClass = styles['skip'] ?? '';

/** The green bar on every screen. Each link has an icon and a word. */
export function AppBar({ brand, isDocked, children }: AppBarProps) {
  return (
    <header className={styles['bar']}>
      {brand}
      <nav
        aria-label={shellText().navigation}
        className={classNames(styles['nav'], isDocked && styles['docked'])}
        data-bar=""
      >
        {children}
      </nav>
    </header>
  );
}
