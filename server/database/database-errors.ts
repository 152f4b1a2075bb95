import { StoreUnavailable } from '../repository/repository-port.ts';

/** PostgreSQL did not answer: the connection broke or was never made, or it was silent for too long. `cause`: how. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The database did not answer.', { cause });
  }
}

/** PostgreSQL's code of an error (SQLSTATE). Returns null for errors from elsewhere. */
export function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** How often a transaction that met this may be begun anew: somebody else was faster, and all of it was taken back. */
export function triesAfter(error: unknown): number {
  const state = sqlStateOf(error);
  // 23505: another has made the row that this one missed; now it is seen.
  if (state === '23505') return 1;
  return state === '40001' || state === '40P01' ? 3 : 0;
}

/** Whether the connection is of no use any more: the server ends it, or nobody knows what it would answer next. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof ConnectionLost || /^(08|57P|25P03)/.test(sqlStateOf(error) ?? '');

/** The error as the port knows it, where the call may simply come again; any other error as it is. */
export function postgresPortError(error: unknown): unknown {
  const state = sqlStateOf(error) ?? '';
  if (state === '53100') return new StoreUnavailable('full', error);
  // Errors that may pass: too many connections, a timeout, repeated conflicts, a read-only stand-by.
  const passes = /^(53|55P03|57014|40001|40P01|25006)/.test(state);
  return passes || endsConnection(error) ? new StoreUnavailable('busy', error) : error;
}

/** SQLite's primary result codes that something is made of. */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  noDatabase: 26,
} as const;

type SqliteErrorKind = keyof typeof codes;

/** SQLite's kind of an error, without its extended code. Returns null for any other error. */
export function sqliteErrorKind(error: unknown): SqliteErrorKind | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  const kinds = Object.keys(codes) as SqliteErrorKind[];
  return kinds.find((kind) => codes[kind] === code) ?? null;
}

/** The error as the port knows it, where the call may simply come again; any other error as it is. */
export function sqlitePortError(error: unknown): unknown {
  const kind = sqliteErrorKind(error);
  if (kind === 'full' || kind === 'cannotOpen') return new StoreUnavailable('full', error);
  return kind === 'busy' || kind === 'locked' ? new StoreUnavailable('busy', error) : error;
}
