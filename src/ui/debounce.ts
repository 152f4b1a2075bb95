import { type Later, later } from '../timers.ts';
export interface Debounced<Args extends readonly unknown[]> {
  readonly call: (...args: Args) => void;
  readonly cancel: () => void;
}

/** Runs once, `ms` after the last call, with that call's arguments. */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  after: Later = later,
): Debounced<Args> {
  let callOff: (() => void) | undefined;
  function cancel() {
    callOff?.();
    callOff = undefined;
  }
  return {
    call(...args) {
      cancel();
      callOff = after(ms, () => {
        callOff = undefined;
        run(...args);
      });
    },
    cancel,
  };
}
