import type { OnUpdateReady } from './updates.ts';

export const UNTOUCHED_FOR = 30_000;
const LOOK_EVERY = 1_000;

export type QuietPorts = Readonly<{
  /** A reload would now throw something away, or happen behind an open camera. */
  isBusy: () => boolean;
  /** Somebody may be filling something in: it is reloaded only after nobody touched it for a while. */
  isFormOpen: () => boolean;
  /** Calls back at each press, key and change of a field. */
  onTouch: (listener: () => void) => void;
  /** Milliseconds of a clock that nobody sets. */
  now: () => number;
  every: (ms: number, task: () => void) => () => void;
}>;

/** Shows the notice. Returns how to take it away; then it does not count as closed. */
export type ShowNotice = (onClose: (how: 'time' | 'person') => void) => () => void;

/**
 * Shows the notice of a new version at the first quiet moment, and lets that version take over when the notice closes.
 * Where the quiet ends before, the notice is taken away, and the waiting begins anew.
 */
export function noticeInQuiet(ports: QuietPorts, show: ShowNotice): OnUpdateReady {
  let touchedAt = Number.NEGATIVE_INFINITY;
  let activate: (() => void) | null = null;
  let takeAway: (() => void) | null = null;
  let stopLooking = (): void => {};

  const isQuiet = (): boolean =>
    !ports.isBusy() && !(ports.isFormOpen() && ports.now() - touchedAt < UNTOUCHED_FOR);

  function closed(how: 'time' | 'person'): void {
    takeAway = null;
    // Between two looks something may have begun.
    if (how === 'time' && !isQuiet()) return;
    stopLooking();
    const update = activate;
    activate = null;
    update?.();
  }

  function look(): void {
    if (activate === null) return;
    if (isQuiet()) {
      takeAway ??= show(closed);
    } else {
      takeAway?.();
      takeAway = null;
    }
  }

  ports.onTouch(() => {
    touchedAt = ports.now();
    look();
  });

  return (next) => {
    // A version that is newer still takes the place of the one that waited.
    activate = next;
    stopLooking();
    stopLooking = ports.every(LOOK_EVERY, look);
    look();
  };
}
