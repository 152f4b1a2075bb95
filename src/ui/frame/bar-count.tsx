import type { ReactNode } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './bar-count.module.css';
import { IconError } from './icons.tsx';

/** A count in the status bar, such as '3 waiting'. `refused` is red and has an icon. `children`: a text or a link. */
export function BarCount({
  kind,
  children,
}: {
  readonly kind: 'waiting' | 'refused';
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(styles['count'], styles[kind])}>
      {kind === 'refused' ? <IconError /> : null}
      {children}
    </span>
  );
}

/** A small count on a tab's icon. Screen readers skip it, because the status bar has the count as text. */
export function TabMark({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className={styles['mark']}>
      {children}
    </span>
  );
}
