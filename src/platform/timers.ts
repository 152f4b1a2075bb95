/** Runs `task` after `ms`; the returned function cancels it. */
export type Later = (ms: number, task: () => void) => () => void;

export const later: Later = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/** Runs `task` every `ms`; the returned function stops it. */
export const every = (ms: number, task: () => void): (() => void) => {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
};

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => void later(ms, resolve));
