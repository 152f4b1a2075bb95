import { lockText } from '../../messages/lock.ts';
import { say } from '../../messages/say.ts';
import styles from './lock.module.css';
import { IconLock } from './lock-icons.tsx';

/** In the bar of every screen; with the name of who is unlocked, where several share the phone. */
export function LockNow({
  label,
  onLock,
}: {
  readonly label: string | null;
  readonly onLock: () => void;
}) {
  const t = lockText();
  const name = label === null ? t.lockNow : say(t.lockNowOf, { label });
  return (
    <button aria-label={name} className={styles['now']} onClick={onLock} title={name} type="button">
      {label === null ? null : <span className={styles['own']}>{label}</span>}
      <IconLock />
    </button>
  );
}
