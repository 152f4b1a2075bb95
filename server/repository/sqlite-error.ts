import { StoreUnavailable } from './repository-port.ts';

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

export type SqliteFault = keyof typeof codes;

/** Which of them an error stands for, however fine its extended code is; null for any other error. */
export function sqliteFault(error: unknown): SqliteFault | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  const faults = Object.keys(codes) as SqliteFault[];
  return faults.find((fault) => codes[fault] === code) ?? null;
}

/** The same error, or what the port says of it where the call may simply come again. */
export function inPortWords(error: unknown): unknown {
  const fault = sqliteFault(error);
  if (fault === 'full' || fault === 'cannotOpen') return new StoreUnavailable('full', error);
  return fault === 'busy' || fault === 'locked' ? new StoreUnavailable('busy', error) : error;
}
