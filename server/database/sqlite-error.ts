import { StoreUnavailable } from '../repository/repository-port.ts';

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

/** Which of them an error stands for, however fine its extended code is; null for any other error. */
export function sqliteErrorKind(error: unknown): SqliteErrorKind | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  const kinds = Object.keys(codes) as SqliteErrorKind[];
  return kinds.find((kind) => codes[kind] === code) ?? null;
}

/** The error as the port knows it, where the call may simply come again; any other error as it is. */
export function asPortError(error: unknown): unknown {
  const kind = sqliteErrorKind(error);
  if (kind === 'full' || kind === 'cannotOpen') return new StoreUnavailable('full', error);
  return kind === 'busy' || kind === 'locked' ? new StoreUnavailable('busy', error) : error;
}
