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
