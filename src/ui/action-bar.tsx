import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

export interface ActionBarProps {
  /** The buttons. The main one comes last and takes the remaining width. */
  readonly children: ReactNode;
  /** A short text above them, such as 'Saved'. */
  readonly note?: ReactNode;
}

/** A bar that sticks to the screen's bottom edge, within reach of the thumb. */
export function ActionBar({ children, note }: ActionBarProps) {
  return (
    <div className={styles['bar']} data-bar="">
      <div className={styles['inner']}>
        {note ? <div className={styles['note']}>{note}</div> : null}
        <div className={styles['buttons']}>{children}</div>
      </div>
    </div>
  );
}
