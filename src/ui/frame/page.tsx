import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './page.module.css';

/** The title of the shown page. Undefined if the page has only its route's title. */
let ownTitle: string | undefined;
const titleListeners = new Set<() => void>();

function setOwnTitle(title: string | undefined): void {
  ownTitle = title;
  for (const listener of titleListeners) listener();
}

/** Sets the page's own title, which the window then shows instead of the route's title. */
export function useOwnTitle(title: string): void {
  useEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(undefined);
  }, [title]);
}

/** The own title of the shown page, or the route's title. */
export function useShownTitle(ofRoute: string | undefined): string | undefined {
  const read = () => ownTitle;
  const own = useSyncExternalStore(
    (changed) => {
      titleListeners.add(changed);
      return () => titleListeners.delete(changed);
    },
    read,
    read,
  );
  return own ?? ofRoute;
}

let hasArrived = false;

/**
 * Moves the focus to the new screen's heading, where a screen reader starts. Does nothing if the screen has already set
 * the focus. A form's heading is in the bar. `leaving`: a focused button that will be removed.
 */
export function focusScreen(leaving?: HTMLElement): void {
  hasArrived = true;
  leaving?.blur();
  const main = document.getElementById('main');
  const focused = document.activeElement;
  if (main === null || (focused !== main && main.contains(focused))) return;
  const target = main.querySelector<HTMLElement>('h1') ?? document.querySelector('h1') ?? main;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * The `main` element of a screen: a column with even gaps. `wide`: for long lists, with small gaps.
 * `isNarrow`: in the middle of a wide screen. `isForm`: with the steps at the side if there is space, and the buttons at
 * the bottom edge.
 */
export function Page({
  wide = false,
  isNarrow = false,
  isForm = false,
  children,
}: {
  readonly wide?: boolean;
  readonly isNarrow?: boolean;
  readonly isForm?: boolean;
  readonly children: ReactNode;
}) {
  // A loading screen takes the focus with it when it goes.
  useEffect(() => {
    if (hasArrived && document.activeElement === document.body) focusScreen();
  }, []);
  return (
    <main
      className={classNames(
        styles['page'],
        wide && styles['wide'],
        isNarrow && styles['narrow'],
        isForm && styles['form'],
      )}
      id="main"
      tabIndex={-1}
    >
      {children}
    </main>
  );
}

export interface PageTitleProps {
  readonly children: ReactNode;
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
}

export function PageTitle({ children, lead, aside }: PageTitleProps) {
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h1>{children}</h1>
        {lead ? <p className={styles['lead']}>{lead}</p> : null}
      </div>
      {aside}
    </header>
  );
}

/** A column with even gaps, for elements that belong together. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles['stack']}>{children}</div>;
}
