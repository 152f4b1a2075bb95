import { StoreUnavailable } from '../repository/repository-port.ts';

/** PostgreSQL did not answer: the connection failed, broke, or timed out. `cause`: the driver's error. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The database did not answer.', { cause });
  }
}

/** Thrown if the server finds a pooler and `DATABASE_POOLER` is not `yes`. */
export class UndeclaredPooler extends Error {}

/** PostgreSQL's code of an error (SQLSTATE). Returns null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/**
 * How often a transaction may be retried after this error. More than 0 only if it lost to another transaction and was
 * rolled back.
 */
export function triesAfter(error: unknown): number {
  const state = sqlStateOf(error);
  // 23505: another transaction inserted the same row first. The retry sees that row.
  if (state === '23505') return 1;
  return state === '40001' || state === '40P01' ? 3 : 0;
}

/**
 * True if the connection cannot be used again: PostgreSQL closes it, its next answer may belong to an earlier query, or
 * its prepared statements are older than a migration (0A000).
 */
export const endsConnection = (error: unknown): boolean =>
  error instanceof ConnectionLost || /^(08|57P|25P03|0A000)/.test(sqlStateOf(error) ?? '');

/** Returns `StoreUnavailable` if the call may be repeated. Returns any other error unchanged. */
export function postgresPortError(error: unknown): unknown {
  const state = sqlStateOf(error) ?? '';
  if (state === '53100') return new StoreUnavailable('full', error);
  // Temporary errors: too many connections, a timeout, repeated conflicts, a read-only standby.
  const passes = /^(53|55P03|57014|40001|40P01|25006)/.test(state);
  return passes || endsConnection(error) ? new StoreUnavailable('busy', error) : error;
}

/** The primary result codes of SQLite that the server treats specially. */
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

/** The name of an SQLite error's primary result code. Ignores the extended code. Returns null for any other error. */
export function sqliteErrorKind(error: unknown): SqliteErrorKind | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  const kinds = Object.keys(codes) as SqliteErrorKind[];
  return kinds.find((kind) => codes[kind] === code) ?? null;
}

/** Like `postgresPortError`, for SQLite. */
export function sqlitePortError(error: unknown): unknown {
  const kind = sqliteErrorKind(error);
  if (kind === 'full' || kind === 'cannotOpen') return new StoreUnavailable('full', error);
  return kind === 'busy' || kind === 'locked' ? new StoreUnavailable('busy', error) : error;
}
