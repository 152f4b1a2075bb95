import type { ReactNode } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './bar-count.module.css';

/**
 * A badge on a tab's icon: red, or amber for what only waits. Screen readers skip it, because the status has the counts
 * as text.
 */
export function TabMark({
  isWaiting,
  children,
}: {
  readonly isWaiting: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span aria-hidden="true" className={classNames(styles['mark'], isWaiting && styles['waiting'])}>
      {children}
    </span>
  );
}
