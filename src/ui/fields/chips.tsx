import type { ReactNode } from 'react';
import styles from './chips.module.css';

export interface ChipRowProps {
  /** The name of the choice for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Chips in one row. If they do not fit, the row scrolls sideways and fades at the end that has more. */
export function ChipRow({ label, children }: ChipRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be in the row.
    <div aria-label={label} className={styles['row']} role="group">
      {children}
    </div>
  );
}

export function ChipGroup({ label, children }: ChipRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be in the row.
    <div aria-label={label} className={styles['group']} role="group">
      {children}
    </div>
  );
}

export interface ChipProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
}

export function Chip({ isChosen, onChoose, children }: ChipProps) {
  return (
    <button aria-pressed={isChosen} className={styles['chip']} onClick={onChoose} type="button">
      {children}
    </button>
  );
}
