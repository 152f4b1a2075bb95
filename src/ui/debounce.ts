import { type Later, later } from '../timers.ts';
export interface Debounced<Args extends readonly unknown[]> {
  readonly call: (...args: Args) => void;
  readonly cancel: () => void;
}

/** Calls `run` once, `ms` after the last call, with that call's arguments. */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  after: Later = later,
): Debounced<Args> {
  let cancelTimer: (() => void) | undefined;
  function cancel() {
    cancelTimer?.();
    cancelTimer = undefined;
  }
  return {
    call(...args) {
      cancel();
      cancelTimer = after(ms, () => {
        cancelTimer = undefined;
        run(...args);
      });
    },
    cancel,
  };
}
