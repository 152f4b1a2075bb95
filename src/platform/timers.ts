/** Runs `task` after `ms`; the returned function cancels it. */
export type ScheduleFn = (ms: number, task: () => void) => () => void;

export const schedule: ScheduleFn = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/** Runs `task` every `ms`; the returned function stops it. */
export const every = (ms: number, task: () => void): (() => void) => {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => void schedule(ms, resolve));
