import type { MouseEvent, ReactNode } from 'react';
import { IconChevronRight } from '../frame/icons.tsx';
import type { LinkComponent } from '../frame/link.tsx';
import { classNames } from './class-names.ts';
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

export interface RowWords {
  readonly title: string;
  readonly icon?: ReactNode;
  /** One or two words at the row's end. */
  readonly state?: string | undefined;
  /** True if the state needs a person. */
  readonly isUrgent?: boolean | undefined;
}

const Words = ({ title, icon, state, isUrgent = false }: RowWords) => (
  <>
    {icon}
    <span className={styles['pair']}>
      <span className={styles['name']}>{title}</span>{' '}
      {state ? (
        <span className={classNames(styles['state'], isUrgent && styles['urgent'])}>{state}</span>
      ) : null}
    </span>
  </>
);

/** A row that opens another page. */
export function LinkRow({
  Link,
  to,
  ...words
}: RowWords & { readonly Link: LinkComponent; readonly to: string }) {
  return (
    <li className={styles['item']}>
      <Link className={styles['press'] ?? ''} to={to}>
        <Words {...words} />
        <IconChevronRight className={styles['chevron']} />
      </Link>
    </li>
  );
}

/** A row that is a button. `children` explain it, below it. `isOpen`: undefined if the row shows and hides nothing. */
export function ButtonRow({
  onClick,
  isBusy = false,
  isOpen,
  children,
  ...words
}: RowWords & {
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly isBusy?: boolean;
  readonly isOpen?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles['item']}>
      <button
        aria-busy={isBusy || undefined}
        aria-expanded={isOpen}
        className={styles['press']}
        onClick={isBusy ? undefined : onClick}
        type="button"
      >
        <Words {...words} />
      </button>
      {children ? <p className={styles['under']}>{children}</p> : null}
    </li>
  );
}

/**
 * A part that is folded at first. Its title is a heading, so that screen readers find it. `isLine`: a low row of a list,
 * without a heading.
 */
export function Fold({
  open,
  isLine = false,
  children,
  ...words
}: RowWords & {
  readonly open?: boolean | undefined;
  readonly isLine?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles['fold']} open={open}>
      <summary className={classNames(styles['press'], isLine && styles['low'])}>
        {isLine ? (
          <Words {...words} />
        ) : (
          <h2 className={styles['heading']}>
            <Words {...words} />
          </h2>
        )}
        <IconChevronRight className={styles['chevron']} />
      </summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}

export interface EmptyStateProps {
  readonly picture?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list: the reason why the list is empty, and the next step. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className={emptyStyles['empty']}>
      {picture}
      <p className={emptyStyles['title']}>{title}</p>
      {children ? <div className={emptyStyles['text']}>{children}</div> : null}
      {action}
    </div>
  );
}
