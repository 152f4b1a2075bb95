import type { ReactNode } from 'react';
import emptyStyles from './empty-state.module.css';
import styles from './list.module.css';

export function List({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <ul aria-label={label} className={styles['list']}>
      {children}
    </ul>
  );
}

export interface ListRowProps {
  readonly title: ReactNode;
  readonly icon?: ReactNode;
  readonly detail?: ReactNode;
  /** A badge or a figure at the row's end. */
  readonly trailing?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function ListRow({ title, icon, detail, trailing, actions, children }: ListRowProps) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        {icon ? <span className={styles['icon']}>{icon}</span> : null}
        <div className={styles['words']}>
          <div className={styles['title']}>{title}</div>
          {detail ? <div className={styles['detail']}>{detail}</div> : null}
        </div>
        {trailing ? <div className={styles['trailing']}>{trailing}</div> : null}
      </div>
      {children}
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </li>
  );
}

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list: the reason why the list is empty, and the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={emptyStyles['empty']}>
      {icon ? <div className={emptyStyles['icon']}>{icon}</div> : null}
      <p className={emptyStyles['title']}>{title}</p>
      {children ? <div className={emptyStyles['text']}>{children}</div> : null}
      {action}
    </div>
  );
}
