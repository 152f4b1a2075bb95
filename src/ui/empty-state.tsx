import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon ? <div className={styles['icon']}>{icon}</div> : null}
      <p className={styles['title']}>{title}</p>
      {children ? <div className={styles['text']}>{children}</div> : null}
      {action}
    </div>
  );
}
