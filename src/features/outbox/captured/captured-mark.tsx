import { IconError } from '../../../ui/icons.tsx';
import styles from './captured-mark.module.css';

/** A tick that draws itself once when this phone's disk has it, and once when the server has it; none where it was refused. */
export function CapturedMark({ state }: { readonly state: 'saved' | 'sent' | 'refused' }) {
  if (state === 'refused')
    return (
      <span className={styles['refused']}>
        <IconError />
      </span>
    );
  return (
    <svg aria-hidden="true" className={styles[state]} key={state} viewBox="0 0 48 48">
      <circle cx="24" cy="24" r="22" />
      <path d="M13 25l8 8 15-17" pathLength="1" />
    </svg>
  );
}
