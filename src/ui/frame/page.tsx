import type { ReactNode } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './page.module.css';

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
