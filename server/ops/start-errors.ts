import {
  ConnectionLost,
  sqliteErrorKind,
  sqlStateOf,
  UndeclaredPooler,
} from '../database/database-errors.ts';
import { OperatorError, TemporaryError } from '../operator-error.ts';
import { StoreUnavailable } from '../repository/repository-port.ts';

/**
 * Describes PostgreSQL's errors about its address or rights, without quoting them. Returns null for any other error.
 */
function postgresTrouble(error: unknown): OperatorError | null {
  if (error instanceof ConnectionLost) {
    return new TemporaryError('The database of DATABASE_URL does not answer.', { cause: error });
  }
  if (error instanceof UndeclaredPooler) {
    return new OperatorError(
      'A pooler stands before the database of DATABASE_URL, such as PgBouncer. Set DATABASE_POOLER=yes, or let DATABASE_URL name PostgreSQL itself.',
      { cause: error },
    );
  }
  const state = sqlStateOf(error) ?? '';
  if (/^(08|57P|53)/.test(state)) {
    return new TemporaryError('The database of DATABASE_URL accepts no connections now.', {
      cause: error,
    });
  }
  if (/^(28|3D|42501)/.test(state)) {
    return new OperatorError(
      'The database of DATABASE_URL refuses the connection. Check its name, user and password. Check that the user may create tables, or set DATABASE_MIGRATE_URL to a user who may.',
      { cause: error },
    );
  }
  return null;
}

/** Returns null if the error is not the bucket's. */
function bucketTrouble(error: unknown): OperatorError | null {
  const said = error instanceof Error && '$metadata' in error ? Object(error.$metadata) : null;
  if (said === null) return null;
  const status = Number(said.httpStatusCode);
  return status >= 400 && status < 500
    ? new OperatorError(
        'The bucket of S3_BUCKET does not exist or refuses access. Check S3_ENDPOINT, S3_REGION and the keys.',
        { cause: error },
      )
    : new TemporaryError('The bucket of S3_BUCKET does not answer.', { cause: error });
}

/**
 * Describes errors of data folder, database and bucket that the operator can repair. Returns any other error unchanged.
 */
export function asOperatorError(thrown: unknown, dataDir: string): unknown {
  const error = thrown instanceof StoreUnavailable ? thrown.cause : thrown;
  const elsewhere = postgresTrouble(error) ?? bucketTrouble(error);
  if (elsewhere !== null) return elsewhere;
  const kind = sqliteErrorKind(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (kind === 'damaged' || kind === 'noDatabase') {
    return new OperatorError(
      `The database in ${dataDir} is damaged. Nothing was changed. Restore the database and the files of the last backup.`,
      { cause: error },
    );
  }
  if (kind === 'full' || code === 'ENOSPC' || code === 'EDQUOT') {
    return new OperatorError(`The disk of ${dataDir} is full. Free some space, and start again.`, {
      cause: error,
    });
  }
  if (kind === 'busy' || kind === 'locked') {
    return new OperatorError(
      `Another program is using the database in ${dataDir}. Close that program, and start again.`,
      { cause: error },
    );
  }
  // Node also reports ENOENT if it cannot create a folder on a read-only disk.
  const closed = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];
  const isClosed = closed.includes(code);
  if (isClosed || kind === 'cannotOpen' || kind === 'readOnly') {
    return new OperatorError(
      `The server cannot write to ${dataDir}. Check that it is a folder, that it belongs to the server's user, and that its disk has space and is not mounted read-only.`,
      { cause: error },
    );
  }
  return error;
}
