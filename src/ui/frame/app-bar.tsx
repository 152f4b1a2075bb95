import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { pagesText, shellText } from '../../messages/shell.ts';
import { classNames } from '../content/class-names.ts';
import styles from './app-bar.module.css';
import brandStyles from './brand.module.css';
import statusStyles from './status-bar.module.css';

/**
 * The frame's kind. `home`: the bar has the colour of Home's panel. `focus`: a form. `bare`: the lock screen, which
 * shows no bar.
 */
export type Chrome = 'home' | 'full' | 'focus' | 'bare';

export const brandLinkClass = styles['brand'] ?? '';
export const navLinkClass = styles['link'] ?? '';
/** The class of elements that only a wide screen shows, in its side rail. */
export const wideOnlyClass = styles['wideOnly'] ?? '';
/** The class of elements that a wide screen hides, because its side rail replaces them. */
export const narrowOnlyClass = styles['narrowOnly'] ?? '';
/** The class of a link or button in the bar that shows only an icon. */
export const barIconClass = styles['icon'] ?? '';
/** The class of the page's first link, 'Skip to content' (#main). */
export const skipLinkClass = styles['skip'] ?? '';

const TITLE = 'bar-title';
const END = 'bar-end';

export interface AppBarProps {
  readonly chrome: Chrome;
  /** The brand, or the link out of this screen. */
  readonly children: ReactNode;
  /** The screen's heading. Undefined if the screen has its own heading. */
  readonly title: string | undefined;
  /** Links with `navLinkClass`. The current link has aria-current="page". Null in a form and on the lock screen. */
  readonly tabs: ReactNode;
  readonly status: ReactNode;
  /** Icons at the end of the bar. */
  readonly end?: ReactNode;
  /** A line above the bar. */
  readonly notice: ReactNode;
}

/** The bar on every screen, one line high. On a phone, the tabs are at the bottom edge, within reach of the thumb. */
export function AppBar({ chrome, children, title, tabs, status, end, notice }: AppBarProps) {
  return (
    <header>
      {notice}
      <div className={classNames(styles['bar'], styles[chrome])}>
        {children}
        {title ? <h1>{title}</h1> : null}
        <div className={styles['slot']} id={TITLE} />
        {tabs ? (
          <nav aria-label={shellText().navigation} className={styles['nav']} data-bar="">
            {tabs}
          </nav>
        ) : null}
        {status}
        <div className={styles['end']} id={END} />
        {end}
      </div>
    </header>
  );
}

function InBar({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(id)), [id]);
  return place && createPortal(children, place);
}

/** Shows a screen's own icon or words at the end of the bar. In a form, they are before the signal. */
export const BarEnd = ({ children }: { readonly children: ReactNode }) => (
  <InBar id={END}>{children}</InBar>
);

/** Shows a screen's own heading in the bar. */
export const BarTitle = ({ children }: { readonly children: ReactNode }) => (
  <InBar id={TITLE}>
    <h1>{children}</h1>
  </InBar>
);

/** The icon of a tab, in a pill that is filled on the current tab. `mark`: the badge on it. */
export const TabIcon = ({
  children,
  mark,
}: Readonly<{ children: ReactNode; mark?: ReactNode }>) => (
  <span className={styles['pill']}>
    {children}
    {mark}
  </span>
);

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

export function Brand() {
  return (
    <span className={brandStyles['brand']}>
      <BrandMark />
      {pagesText().product}
    </span>
  );
}

/** The connection as a mark of its own shape and one word. In a form, only screen readers get the word. */
export function Signal({ state }: { readonly state: 'online' | 'offline' | 'notReached' }) {
  const t = shellText();
  return (
    <span className={statusStyles['signal']}>
      <span aria-hidden="true" className={classNames(statusStyles['mark'], statusStyles[state])} />
      <span className={statusStyles['word']} data-word="">
        {state === 'notReached' ? (
          <>
            <span className="visually-hidden">{t.onlineServer}</span>{' '}
            <span className={statusStyles['first']}>{t.notReached}</span>
          </>
        ) : (
          t[state]
        )}
      </span>
    </span>
  );
}

/** The status in the bar of every screen. Screen readers announce its changes. */
export function StatusBar({ children }: { readonly children: ReactNode }) {
  return (
    <section aria-label={shellText().status} className={statusStyles['bar']}>
      <p role="status">{children}</p>
    </section>
  );
}

/** The line above the bar that names the environment, with the badge 'In Development'. */
export const EnvironmentLine = ({
  children,
  badge,
}: Readonly<{ children: ReactNode; badge: ReactNode }>) => (
  <p className={statusStyles['environment']}>
    {children}
    {badge ? <b>{badge}</b> : null}
  </p>
);
