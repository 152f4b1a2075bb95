import { noticesText } from '../../messages/notices.ts';
import type { ToastOptions } from '../../ui/toasts.ts';

export type Notify = (message: string, options: ToastOptions) => void;

/**
 * Says that a new version is ready. When the notice closes, by time or by a person, `onClose` activates it. Returns how
 * to take the notice away without that.
 */
export function showUpdateNotice(
  notify: Notify,
  onClose: (how: 'time' | 'person') => void,
): () => void {
  const t = noticesText();
  const withdrawal = new AbortController();
  notify(t.newVersionDetail, {
    kind: 'info',
    title: t.newVersion,
    duration: 10_000,
    pauseOnHover: false,
    withdrawal: withdrawal.signal,
    onClose: (how) => {
      if (how !== 'withdrawn') onClose(how === 'time' ? 'time' : 'person');
    },
  });
  return () => withdrawal.abort();
}
