import type { ReactNode } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './bar-count.module.css';
import { IconError } from './icons.tsx';

/** A figure in the status bar, such as '3 waiting'; `refused` is red and has a mark. `children`: words or a link. */
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

/** A small figure on a tab's icon. The status bar says it in words, so a screen reader skips it here. */
export function TabMark({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className={styles['mark']}>
      {children}
    </span>
  );
}
