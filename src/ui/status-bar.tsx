import type { ReactNode } from 'react';
import { shellText } from '../messages/shell.ts';
import { classNames } from './class-names.ts';
import { IconNoSignal, IconSignal } from './icons.tsx';
import styles from './status-bar.module.css';

export interface SignalProps {
  readonly isGood: boolean;
  /** The word for it. */
  readonly children: ReactNode;
}

/** Whether there is a connection, as mark and word. */
export function Signal({ isGood, children }: SignalProps) {
  return (
    <span className={classNames(styles['signal'], isGood ? styles['on'] : styles['off'])}>
      {isGood ? <IconSignal /> : <IconNoSignal />}
      {children}
    </span>
  );
}

export interface StatusBarProps {
  /** The signal, and what the bar counts. */
  readonly children: ReactNode;
  /** Shown at the end of the bar, such as the badge 'In Development'. */
  readonly end?: ReactNode;
}

/** Within the green bar on every screen. A screen reader announces changes. */
export function StatusBar({ children, end }: StatusBarProps) {
  return (
    <section aria-label={shellText().status} className={styles['bar']}>
      <p className={styles['words']} role="status">
        {children}
      </p>
      {end}
    </section>
  );
}

/** A small badge for the bar's end. */
export function EnvironmentBadge({ children }: { readonly children: ReactNode }) {
  return <span className={styles['tag']}>{children}</span>;
}
