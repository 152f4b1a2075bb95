import { showUpdateNotice } from '../features/shell/update-notice.ts';
import { notify } from '../ui/toasts.ts';
import type { PageWork } from '../worker/page-work.ts';
import { noticeInQuiet } from '../worker/quiet-moment.ts';
import { watchQuiet } from '../worker/quiet-page.ts';
import type { OnUpdateReady } from '../worker/updates.ts';

export type QuietUpdates = Readonly<{
  /** Shows the notice of a new version at a quiet moment. */
  onUpdateReady: OnUpdateReady;
  /** Resolves once nothing is on its way to the disk that a reload would throw away. */
  settled: () => Promise<void>;
}>;

/** Follows from now on whether a reload would disturb. */
export function quietUpdates(isFormRoute: () => boolean, drains: PageWork): QuietUpdates {
  const { ports, settled } = watchQuiet(isFormRoute, drains);
  const onUpdateReady = noticeInQuiet(ports, (onClose) => showUpdateNotice(notify, onClose));
  return { onUpdateReady, settled };
}
