import { keepCaret } from '../features/form/caret.ts';
import { noticesText } from '../messages/notices.ts';
import { isFormPath } from '../paths/page-paths.ts';
import type { Services } from '../services/services.ts';
import { LATE_CACHE } from '../store/db/stored-names.ts';
import { notify, type ToastOptions } from '../ui/overlays/toasts.ts';
import { showNoticeWhenIdle, watchIdle } from '../worker/idle-page.ts';
import type { PendingWork } from '../worker/pending-work.ts';
import type { OnUpdateReady } from '../worker/updates.ts';

export type QuietUpdates = Readonly<{
  onUpdateReady: OnUpdateReady;
  /**
   * Call this before a reload. Resolves when no file is being chosen, and every file and stroke is on the disk or has
   * failed.
   */
  settled: () => Promise<void>;
}>;

type Notify = (message: string, options: ToastOptions) => void;

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

/** After an update, fetches the new decoder of barcodes, if this phone has fetched one before. */
async function renewScanner(services: () => Promise<Services>): Promise<void> {
  if (!(await caches.has(LATE_CACHE))) return;
  const { renewProgram } = await import('../features/scan/decoder-download.ts');
  await renewProgram(async () => {
    const { store } = await services();
    return (await store.queries.sending().read()).photoPolicy.sending;
  });
}

/** Starts to watch whether a reload would disturb the person or lose a file. */
export function updatesWhenIdle(
  path: () => string,
  drains: PendingWork,
  services: () => Promise<Services>,
): QuietUpdates {
  // Without the new program, the next scan asks for it.
  void renewScanner(services).catch(() => undefined);
  const { ports, settled } = watchIdle(() => isFormPath(path()), drains);
  const onUpdateReady = showNoticeWhenIdle(ports, (onClose) => showUpdateNotice(notify, onClose));
  return { onUpdateReady, settled: () => settled().then(keepCaret) };
}
