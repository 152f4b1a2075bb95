import type { OnUpdateReady } from './updates.ts';

export const CHECK_EVERY_MS = 1_000;

export type QuietPorts = Readonly<{
  /** Whether a reload would now lose something, or happen while a file chooser or camera is open. */
  isBusy: () => boolean;
  /** Whether somebody may be filling in a form, or answering a question, here or in another window. */
  isFormOpen: () => boolean;
  /** Has the other windows tell whether a form is open there, by the next check. */
  askOthers: () => void;
  every: (ms: number, task: () => void) => () => void;
}>;

/** Shows the notice. The returned function removes it, without calling `onClose`. */
export type ShowNotice = (onClose: (how: 'time' | 'person') => void) => () => void;

/**
 * Shows the notice of a new version at the first quiet moment, and lets that version take over when the notice closes: all
 * windows then reload. While a form is open in any of them there is no quiet moment. If one comes to an end, the notice is
 * removed and shown again at the next.
 */
export function showNoticeWhenQuiet(ports: QuietPorts, show: ShowNotice): OnUpdateReady {
  let activate: (() => void) | null = null;
  let removeNotice: (() => void) | null = null;
  let stopChecking = (): void => {};

  const isQuiet = (): boolean => !ports.isBusy() && !ports.isFormOpen();

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
    ports.askOthers();
    if (isQuiet()) {
      removeNotice ??= show(onClose);
    } else {
      removeNotice?.();
      removeNotice = null;
    }
  }

  return (next) => {
    // An even newer version replaces the one that waited.
    activate = next;
    stopChecking();
    stopChecking = ports.every(CHECK_EVERY_MS, check);
    ports.askOthers();
  };
}
