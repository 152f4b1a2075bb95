import { noticesText } from '../../messages/notices.ts';
import type { ToastOptions } from '../../ui/overlays/toasts.ts';

export type Notify = (message: string, options: ToastOptions) => void;

/**
 * Shows that a new version is ready. Calls `onClose` when the notice times out or the person closes it. The returned
 * function removes the notice without calling `onClose`.
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
    staysOnLeaving: true,
    withdrawal: withdrawal.signal,
    onClose: (how) => {
      if (how !== 'withdrawn') onClose(how === 'time' ? 'time' : 'person');
    },
  });
  return () => withdrawal.abort();
}
