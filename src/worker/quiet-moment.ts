import type { OnUpdateReady } from './updates.ts';

export const UNTOUCHED_MS = 30_000;
const CHECK_EVERY_MS = 1_000;

export type QuietPorts = Readonly<{
  /** Whether a reload would now lose something, or happen while a file chooser or camera is open. */
  isBusy: () => boolean;
  /** Whether somebody may be filling in a form: the page then reloads only after it was not touched for a while. */
  isFormOpen: () => boolean;
  /** Calls back at each press, key and change of a field. */
  onTouch: (listener: () => void) => void;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  every: (ms: number, task: () => void) => () => void;
}>;

/** Shows the notice. The returned function removes it, without calling `onClose`. */
export type ShowNotice = (onClose: (how: 'time' | 'person') => void) => () => void;

/**
 * Shows the notice of a new version at the first quiet moment, and lets that version take over when the notice closes.
 * If the page becomes busy first, the notice is removed and shown again at the next quiet moment.
 */
export function showNoticeWhenQuiet(ports: QuietPorts, show: ShowNotice): OnUpdateReady {
  let touchedAt = Number.NEGATIVE_INFINITY;
  let activate: (() => void) | null = null;
  let removeNotice: (() => void) | null = null;
  let stopChecking = (): void => {};

  const isQuiet = (): boolean =>
    !ports.isBusy() && !(ports.isFormOpen() && ports.now() - touchedAt < UNTOUCHED_MS);

  function onClose(how: 'time' | 'person'): void {
    removeNotice = null;
    // Work may have begun since the last check.
    if (how === 'time' && !isQuiet()) return;
    stopChecking();
    const update = activate;
    activate = null;
    update?.();
  }

  function check(): void {
    if (activate === null) return;
    if (isQuiet()) {
      removeNotice ??= show(onClose);
    } else {
      removeNotice?.();
      removeNotice = null;
    }
  }

  ports.onTouch(() => {
    touchedAt = ports.now();
    check();
  });

  return (next) => {
    // An even newer version replaces the one that waited.
    activate = next;
    stopChecking();
    stopChecking = ports.every(CHECK_EVERY_MS, check);
    check();
  };
}
