import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

export interface ActionBarProps {
  /** The buttons, the main one last: it takes the room that is left. */
  readonly children: ReactNode;
  /** A short word above them, such as 'Saved'. */
  readonly note?: ReactNode;
}

/** Sticks to the bottom edge, within the thumb's reach. */
export function ActionBar({ children, note }: ActionBarProps) {
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        {note ? <div className={styles['note']}>{note}</div> : null}
        <div className={styles['buttons']}>{children}</div>
      </div>
    </div>
  );
}
