import type { ApiTrouble } from './built-api.ts';

type LogStream = Readonly<{
  write: (line: string) => unknown;
}>;

type RequestLine = Readonly<{
  id: string;
  /** The proxy's id of the call. */
  trace?: string | undefined;
  method: string;
  route: string;
  status: number;
  ms: number;
}>;

type Event =
  | 'discarded'
  | 'quarantined'
  | 'quarantine-emptied'
  | 'swept'
  | 'purged'
  | 'forms-purged'
  | 'partials-purged'
  | 'erased'
  /** The number of forms and files of an older version that the server encrypted. */
  | 'sealed'
  | 'stopping'
  | 'stopped';

type Warning =
  /** `count`: the files that rows name and that do not exist. */
  | readonly [name: 'files-missing', count: number]
  /**
   * `count`: the files of one day that no row names. There are too many: the database is probably the wrong one. So the
   * server deleted no file of that day.
   */
  | readonly [name: 'sweep-refused', count: number]
  /** `days`: how far the machine's clock is behind an earlier reading. One of the two times is wrong. */
  | readonly [name: 'clock-behind', days: number]
  /** The server also starts if database and files do not match. */
  | readonly [name: 'sweep-protection-off']
  /** Every phone reads its verdicts from the start. */
  | readonly [name: 'cursors-renewed']
  /** A page is opened at a host from which it can send nothing. */
  | readonly [name: ApiTrouble];

export type Log = Readonly<{
  request: (line: RequestLine) => void;
  /** Logs a bug or a broken disk: the type of the error and its stack frames. Its message may quote data and is never logged. */
  failure: (id: string, error: unknown) => void;
  /** Logs that a page violated its content security policy. `blocked`: one of a few fixed words. */
  violation: (directive: string, blocked: string) => void;
  event: (name: Event, count?: number) => void;
  warning: (...warning: Warning) => void;
}>;

export function createLog(stream: LogStream, now: () => number): Log {
  const write = (level: string, fields: object) => {
    stream.write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, ...fields })}\n`);
  };
  return {
    request: ({ id, trace, method, route, status, ms }) =>
      write(status >= 500 ? 'error' : 'info', { id, trace, method, route, status, ms }),
    failure: (id, error) => write('error', { id, ...describe(error) }),
    violation: (directive, blocked) => write('warn', { event: 'csp', directive, blocked }),
    warning: (...[name, count]) => write('warn', named(name, count)),
    event: (name, count) => write('info', named(name, count)),
  };
}

const named = (event: string, count?: number) =>
  count === undefined ? { event } : { event, count };

function describe(error: unknown): { error: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A stack starts with the message, so only the frames are kept.
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { error: error.constructor.name, ...(code === undefined ? {} : { code }), at };
}
