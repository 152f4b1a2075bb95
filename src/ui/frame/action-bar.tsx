import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

export interface ActionBarProps {
  /** The main button, which takes the remaining width. */
  readonly children: ReactNode;
  readonly back: ReactNode;
  /** A short text between the buttons, such as 'Saved'. */
  readonly note: ReactNode;
}

/** A bar that sticks to the screen's bottom edge, within reach of the thumb. */
export function ActionBar({ children, back, note }: ActionBarProps) {
  return (
    <div className={styles['bar']} data-bar="">
      <div className={styles['inner']}>
        {back}
        <div className={styles['note']}>{note}</div>
        {children}
      </div>
    </div>
  );
}
