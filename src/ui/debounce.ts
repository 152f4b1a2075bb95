/** Timers as a port, so that tests hold the clock. */
export interface Timers {
  readonly set: (run: () => void, ms: number) => unknown;
  readonly clear: (timer: unknown) => void;
}

const pageTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  // The value came from `set`, so it is this page's own timer.
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

export interface Debounced<Args extends readonly unknown[]> {
  readonly call: (...args: Args) => void;
  readonly cancel: () => void;
}

/** Runs once, `ms` after the last call, with that call's arguments. */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  timers: Timers = pageTimers,
): Debounced<Args> {
  let timer: unknown;
  function cancel() {
    if (timer !== undefined) timers.clear(timer);
    timer = undefined;
  }
  return {
    call(...args) {
      cancel();
      timer = timers.set(() => {
        timer = undefined;
        run(...args);
      }, ms);
    },
    cancel,
  };
}
