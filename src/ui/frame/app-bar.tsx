import type { ReactNode } from 'react';
import { pagesText, shellText } from '../../messages/shell.ts';
import { classNames } from '../content/class-names.ts';
import styles from './app-bar.module.css';
import brandStyles from './brand.module.css';
import { IconNoSignal, IconSignal } from './icons.tsx';
import statusStyles from './status-bar.module.css';

export interface AppBarProps {
  /** A link with `brandLinkClass` around `<Brand />`. */
  readonly brand: ReactNode;
  /** Links with `navLinkClass`. The current link has aria-current="page". */
  readonly children: ReactNode;
  readonly status: ReactNode;
}

export interface TaskBarProps {
  /** The link that leaves the form, with `navLinkClass`. */
  readonly out: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

export const brandLinkClass = styles['brand'] ?? '';
export const navLinkClass = styles['link'] ?? '';
/** For the first link of the page, 'Skip to content' (#main). */
export const skipLinkClass = styles['skip'] ?? '';

/**
 * The green bar on every screen. Each link has an icon and a word. On a phone, the links are at the bottom edge, within
 * reach of the thumb.
 */
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

/** The green bar above a form. It has one line, so that the form begins near the top. */
export function TaskBar({ out, title, children }: TaskBarProps) {
  return (
    <header className={classNames(styles['bar'], styles['task'])}>
      {out}
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** The logo: the sun rising between two blades of grass that form a V. */
function BrandMark() {
  return (
    <svg aria-hidden="true" className={brandStyles['mark']} viewBox="0 0 32 32">
      <circle className={brandStyles['sun']} cx="16" cy="9.5" r="4.5" />
      <path
        className={brandStyles['grass']}
        d="M16 28C10.500 24 5 17 3 6c5 3.500 10 9 13 16 3-7 8-12.500 13-16-2 11-7.500 18-13 22z"
      />
    </svg>
  );
}

/** Logo and name, for the top of every screen. */
export function Brand() {
  return (
    <span className={brandStyles['brand']}>
      <BrandMark />
      {pagesText().product}
    </span>
  );
}

export interface SignalProps {
  readonly isGood: boolean;
  readonly children: ReactNode;
}

/** The connection as an icon and a word. */
export function Signal({ isGood, children }: SignalProps) {
  return (
    <span
      className={classNames(
        statusStyles['signal'],
        isGood ? statusStyles['on'] : statusStyles['off'],
      )}
    >
      {isGood ? <IconSignal /> : <IconNoSignal />}
      {children}
    </span>
  );
}

export interface StatusBarProps {
  readonly children: ReactNode;
  /** Shown at the end of the bar, such as the badge 'In Development'. */
  readonly end?: ReactNode;
}

/** The status inside the green bar on every screen. Screen readers announce its changes. */
export function StatusBar({ children, end }: StatusBarProps) {
  return (
    <section aria-label={shellText().status} className={statusStyles['bar']}>
      <p className={statusStyles['words']} role="status">
        {children}
      </p>
      {end}
    </section>
  );
}

export function EnvironmentBadge({ children }: { readonly children: ReactNode }) {
  return <span className={statusStyles['tag']}>{children}</span>;
}
