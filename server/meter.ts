/** The result of a step that may run only once. */
type OnceStatus =
  | 'answered'
  | 'replayed'
  | 'found-after-doubt'
  | 'key-reused'
  | 'refused'
  | 'in-doubt'
  | 'unavailable'
  | 'failed';

type FileAct = 'keep' | 'read' | 'remove';

/** Values that are read on demand. */
type Gauge = 'devices-seen' | 'database-waiting' | 'database-connections' | 'spool-bytes';

/** Counters for the operator. Like a log line, they never contain typed text or names, only fixed words and numbers. */
export type Meter = Readonly<{
  /** `route`: the route's template, not the called address. */
  begun: (route: string) => void;
  over: (route: string) => void;
  request: (
    line: Readonly<{ method: string; route: string; status: number; seconds: number }>,
  ) => void;
  received: (bytes: number) => void;
  /** Counts a call that was not served. `code`: the problem's code. */
  refused: (code: string) => void;
  once: (status: OnceStatus, seconds: number) => void;
  /** Counts a transaction that was started again. `sqlState`: PostgreSQL's code of the error. */
  retried: (sqlState: string) => void;
  file: (act: FileAct, failed: boolean, seconds: number) => void;
  /** A job's result or a warning, with a number. */
  event: (name: string, count: number) => void;
  failure: () => void;
  gauge: (name: Gauge, value: () => number) => void;
}>;

const nothing = () => {};

/** For servers whose operator reads no counters. */
export const noMeter: Meter = {
  begun: nothing,
  over: nothing,
  request: nothing,
  received: nothing,
  refused: nothing,
  once: nothing,
  retried: nothing,
  file: nothing,
  event: nothing,
  failure: nothing,
  gauge: nothing,
};
