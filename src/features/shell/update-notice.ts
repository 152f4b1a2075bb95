import type { ToastOptions } from '../../ui/toasts.ts';

export type Notify = (message: string, options: ToastOptions) => void;

/** Says that a new version is ready. When the notice closes, by time or by hand, `onClose` activates it. */
export function showUpdateNotice(notify: Notify, onClose: () => void): void {
  notify('We will refresh the page and update in a few seconds.', {
    kind: 'info',
    title: 'New version available!',
    duration: 10_000,
    pauseOnHover: false,
    onClose: () => onClose(),
  });
}
