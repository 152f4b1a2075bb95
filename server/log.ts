import type { ApiTrouble } from './built-api.ts';

type LogStream = Readonly<{
  write: (line: string) => unknown;
}>;

/** The only things a log line may hold. There is no field that could carry what a person typed. */
type RequestLine = Readonly<{
  id: string;
  /** By which a proxy knows the call. */
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
  /** The forms and files of an older version that were encrypted. */
  | 'sealed'
  | 'stopping'
  | 'stopped';

type Warning =
  /** Rows speak of files that are not there: how many. */
  | readonly [name: 'files-missing', count: number]
  /** So many files of a day are unknown to the database that it is rather the wrong one: none was deleted. */
  | readonly [name: 'sweep-refused', count: number]
  /** The machine's clock says less than it said before: by how many days. One of the two times is wrong. */
  | readonly [name: 'clock-behind', days: number]
  /** The server goes on even where database and files do not fit together. */
  | readonly [name: 'sweep-protection-off']
  /** The app is opened at a host at which it can send nothing. */
  | readonly [name: ApiTrouble];

export type Log = Readonly<{
  request: (line: RequestLine) => void;
  /** A bug or a broken disk: what kind of error and where, never its message, which may quote data. */
  failure: (id: string, error: unknown) => void;
  /** A page broke its content security policy: which directive, and what was blocked, as one of a few fixed words. */
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
  // A stack starts with the message; only its frames are kept.
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { error: error.constructor.name, ...(code === undefined ? {} : { code }), at };
}
