import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

export interface ActionBarProps {
  /** The main button, which takes the remaining width. */
  readonly children: ReactNode;
  readonly back: ReactNode;
}

/** A bar that sticks to the screen's bottom edge, within reach of the thumb. */
export function ActionBar({ children, back }: ActionBarProps) {
  return (
    <div className={styles['bar']} data-bar="">
      {back}
      {children}
    </div>
  );
}
