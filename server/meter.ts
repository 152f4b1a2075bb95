/** How a step that wants to happen once has ended. */
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

/** Values that are read on demand instead of counted. */
type Gauge = 'devices-seen' | 'database-waiting' | 'database-connections' | 'spool-bytes';

/** Counts for the operator. Like a line of the log, it has no place for typed text or names: only our words and numbers. */
export type Meter = Readonly<{
  /** `route`: a template. */
  begun: (route: string) => void;
  over: (route: string) => void;
  request: (
    line: Readonly<{ method: string; route: string; status: number; seconds: number }>,
  ) => void;
  received: (bytes: number) => void;
  /** Why a call was not served: the code of a problem. */
  refused: (code: string) => void;
  once: (status: OnceStatus, seconds: number) => void;
  /** A transaction was begun anew, for what PostgreSQL calls this. */
  retried: (sqlState: string) => void;
  file: (act: FileAct, failed: boolean, seconds: number) => void;
  /** A job's result or a warning, with a number. */
  event: (name: string, count: number) => void;
  failure: () => void;
  gauge: (name: Gauge, value: () => number) => void;
}>;

const nothing = () => {};

/** Counts nothing: most servers have nobody who looks. */
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
