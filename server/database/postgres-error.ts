import { StoreUnavailable } from '../repository/repository-port.ts';

/** PostgreSQL did not answer: the connection broke or was never made, or it was silent for too long. `cause`: how. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The database did not answer.', { cause });
  }
}

/** What PostgreSQL calls an error (SQLSTATE); null for whatever did not come from it. */
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
export function asPortError(error: unknown): unknown {
  const state = sqlStateOf(error) ?? '';
  if (state === '53100') return new StoreUnavailable('full', error);
  // Too many connections, a lock or an answer that took too long, twins that kept meeting, a stand-by that is read-only.
  const passes = /^(53|55P03|57014|40001|40P01|25006)/.test(state);
  return passes || endsConnection(error) ? new StoreUnavailable('busy', error) : error;
}
