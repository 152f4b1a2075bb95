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
  const withdrawal = new AbortController();
  notify('We will refresh the page and update in a few seconds.', {
    kind: 'info',
    title: 'New version available!',
    duration: 10_000,
    pauseOnHover: false,
    withdrawal: withdrawal.signal,
    onClose: (how) => {
      if (how !== 'withdrawn') onClose(how === 'time' ? 'time' : 'person');
    },
  });
  return () => withdrawal.abort();
}
