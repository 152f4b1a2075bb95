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

/** The elements that a click presses. */
const CONTROL = 'a,button,input,label,select,summary,textarea,[role=button]';

/** The control that a click presses. A label presses its field. */
function controlAt(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** The longest time (ms) and distance (px) between the two taps of a double tap, as on Android. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;

/**
 * Ignores the second click of a double press, unless it presses the same control, with the same label, as the first one.
 * The first click may have put another control in its place. `detail` counts the clicks of a mouse. It is 0 for keys and
 * scripts. Chrome on Android gives every tap the count 1. So this function compares taps by time and place, and gives the
 * second one the count 2.
 */
function ignoreSecondPresses(page: Document): void {
  let isMouse = true;
  let last: Readonly<{ x: number; y: number; at: number }> | null = null;
  let pressed: Element | null = null;
  let label: string | null | undefined;

  function countOf({ clientX: x, clientY: y, timeStamp: at, detail }: MouseEvent): number {
    const before = last;
    last = { x, y, at };
    if (isMouse) return detail;
    const isNear = before !== null && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP_PX;
    return isNear && at - before.at < DOUBLE_TAP_MS ? 2 : 1;
  }

  page.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isMouse = pointerType === 'mouse';
    },
    true,
  );
  page.addEventListener(
    'click',
    (event) => {
      if (event.detail === 0) return;
      const count = countOf(event);
      const control = controlAt(event.target);
      if (count < 2) {
        pressed = control;
        label = control?.textContent;
      } else if (control !== pressed || control?.textContent !== label) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      Object.defineProperty(event, 'detail', { value: count });
    },
    true,
  );
}

/** Starts to watch whether a reload would disturb the person or lose a file. */
export function updatesWhenIdle(
  path: () => string,
  drains: PendingWork,
  services: () => Promise<Services>,
): QuietUpdates {
  // Without the new program, the next scan asks for it.
  void renewScanner(services).catch(() => undefined);
  // Before other listeners, because they must not get an ignored click.
  ignoreSecondPresses(document);
  const { ports, settled } = watchIdle(() => isFormPath(path()), drains);
  const onUpdateReady = showNoticeWhenIdle(ports, (onClose) => showUpdateNotice(notify, onClose));
  return { onUpdateReady, settled: () => settled().then(keepCaret) };
}
