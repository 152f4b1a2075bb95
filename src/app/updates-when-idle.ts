import { keepCaret } from '../features/form/caret.ts';
import { showUpdateNotice } from '../features/shell/update-notice.ts';
import { isFormPath } from '../paths/page-paths.ts';
import { notify } from '../ui/overlays/toasts.ts';
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

/** Starts to watch whether a reload would disturb the person or lose a file. */
export function updatesWhenIdle(path: () => string, drains: PendingWork): QuietUpdates {
  const { ports, settled } = watchIdle(() => isFormPath(path()), drains);
  const onUpdateReady = showNoticeWhenIdle(ports, (onClose) => showUpdateNotice(notify, onClose));
  return { onUpdateReady, settled: () => settled().then(keepCaret) };
}
