import { useId } from 'react';
import { formatBytes } from '../messages/formats.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** How much is done; undefined: not known yet. */
  readonly value?: number | undefined;
  readonly max: number;
  readonly unit: 'bytes' | 'steps';
}

function words(value: number, max: number, unit: ProgressProps['unit']): string {
  return unit === 'bytes'
    ? `${formatBytes(value)} of ${formatBytes(max)}`
    : `step ${value} of ${max}`;
}

export function Progress({ label, value, max, unit }: ProgressProps) {
  const id = useId();
  const text = value === undefined ? undefined : words(value, max, unit);
  return (
    <div className={styles['progress']}>
      <div className={styles['words']}>
        <label htmlFor={id}>{label}</label>
        {text ? <span>{text}</span> : null}
      </div>
      <progress aria-valuetext={text} className={styles['bar']} id={id} max={max} value={value} />
    </div>
  );
}
