import { type ReactNode, useId } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { formatBytes } from '../../messages/formats.ts';
import { format } from '../../messages/text.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: ReactNode;
  /** The amount that is done. Undefined if unknown. */
  readonly value?: number | undefined;
  readonly max: number;
  readonly unit: 'bytes' | 'steps';
}

function progressText(value: number, max: number, unit: ProgressProps['unit']): string {
  const t = controlsLazyText();
  return unit === 'bytes'
    ? format(t.bytes, { done: formatBytes(value), total: formatBytes(max) })
    : format(t.steps, { done: value, total: max });
}

export function Progress({ label, value, max, unit }: ProgressProps) {
  const id = useId();
  const text = value === undefined ? undefined : progressText(value, max, unit);
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
