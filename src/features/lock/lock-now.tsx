import { lockText } from '../../messages/lock.ts';
import styles from './lock.module.css';
import { IconLock } from './lock-icon.tsx';

/** In the bar of every screen. */
export function LockNow({ onLock }: { readonly onLock: () => void }) {
  return (
    <button
      aria-label={lockText().lockNow}
      className={styles['now']}
      onClick={onLock}
      title={lockText().lockNow}
      type="button"
    >
      <IconLock />
    </button>
  );
}
