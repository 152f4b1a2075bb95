import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate, versionOf } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { formsTransaction } from './forms-transaction.ts';
import {
  type Answered,
  type Claim,
  CommitInDoubt,
  type FormsTransaction,
  type OnceEnding,
  type Repository,
  type SavedAnswer,
} from './repository-port.ts';
import { asPortError, sqliteErrorKind } from './sqlite-error.ts';
import { documentFrom, numberIn, textIn } from './sqlite-rows.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { advanceClock } from './trusted-clock.ts';
import { createTurns } from './turns.ts';

/**
 * How long a call waits for a lock that another program holds. Everything else waits with it, so it is short; then the
 * caller is asked to come again.
 */
const BUSY_TIMEOUT_MS = 250;

/** Whether the file is missing or no server ever made its tables: there can be nothing in it. */
export function isEmptyDatabase(file: string): boolean {
  if (!existsSync(file)) return true;
  const database = new DatabaseSync(file);
  try {
    return versionOf(database) === 0;
  } finally {
    database.close();
  }
}

/**
 * Opens (or makes) the database file. Every commit is on the disk before the call returns, and what is deleted is
 * overwritten.
 */
export function openSqliteRepository(file: string): Repository {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  checkWhole(database);
  migrate(database, migrations);
  const statements = prepareStatements(database);
  const forms = formsTransaction(statements);

  // One connection has one transaction: whoever read or wrote in between would be part of it.
  const inTurn = createTurns();
  const turn = <T>(act: () => T | Promise<T>): Promise<T> =>
    inTurn(async () => {
      try {
        return await act();
      } catch (error) {
        throw asPortError(error);
      }
    });
  const transact = <T>(act: () => T): Promise<T> => turn(() => inTransaction(database, act));

  const savedAnswer = (deviceId: string, key: string): SavedAnswer | null => {
    const row = statements.savedAnswer.get(deviceId, key);
    return row === undefined
      ? null
      : {
          requestHash: textIn(row, 'request_hash'),
          answer: { statusCode: numberIn(row, 'status_code'), body: textIn(row, 'body') },
        };
  };

  async function runOnce<Ending extends Readonly<{ status: string }>>(
    claim: Claim | null,
    at: number,
    effect: (forms: FormsTransaction) => Promise<Ending>,
  ): Promise<Ending | OnceEnding> {
    const saved = claim === null ? null : savedAnswer(claim.deviceId, claim.key);
    if (claim !== null && saved !== null) {
      return saved.requestHash === claim.requestHash
        ? { status: 'replayed', answer: saved.answer }
        : { status: 'key-reused' };
    }
    const ending = await effect(forms);
    if (claim !== null && isAnswered(ending)) {
      const { statusCode, body } = ending.answer;
      const { deviceId, key, formId, requestHash } = claim;
      statements.saveAnswer.run(deviceId, key, formId, requestHash, statusCode, body, at);
    }
    return ending;
  }

  return {
    issueForm: (formId, deviceId, at) =>
      turn(() => void statements.issueForm.run(formId, deviceId, at)),
    purgeForms: (yearAgo, monthAgo) =>
      turn(() => Number(statements.purgeForms.run(yearAgo, monthAgo).changes)),
    mayUse: ({ formId, deviceId, kind }) =>
      turn(() => statements.mayUse.get(formId, deviceId, kind) !== undefined),
    savedAnswer: (deviceId, key) => turn(() => savedAnswer(deviceId, key)),
    exactlyOnce: (claim, at, effect) =>
      turn(async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const ending = await runOnce(claim, at, effect);
          if (isAnswered(ending)) commit(database);
          return ending;
        } finally {
          if (database.isTransaction) database.exec('ROLLBACK');
        }
      }),
    documentFor: (formFileId, deviceId) =>
      turn(() => {
        const row = statements.documentFor.get(formFileId, deviceId);
        return row === undefined ? null : documentFrom(row);
      }),
    fileCount: () => turn(() => numberIn(statements.fileCount.get() ?? {}, 'n')),
    unknownAmong: (storageNames) =>
      turn(() =>
        statements.unknownAmong
          .all(JSON.stringify(storageNames))
          .map((row) => textIn(row, 'storage_name')),
      ),
    identity: () =>
      turn(() => {
        const row = statements.identity.get();
        return row === undefined ? null : textIn(row, 'id');
      }),
    identify: (id) =>
      transact(() => {
        statements.forgetIdentity.run();
        statements.identify.run(id);
      }),
    trustedTime: (now) =>
      transact(() => {
        const row = statements.clock.get();
        const before =
          row === undefined
            ? null
            : { trusted: numberIn(row, 'trusted'), seen: numberIn(row, 'seen') };
        const clock = advanceClock(before, now);
        statements.forgetClock.run();
        statements.setClock.run(clock.trusted, clock.seen);
        return clock.trusted;
      }),
    eraseForm: (formId) => transact(() => eraseForm(statements, formId)),
    eraseFinished: (before, max) =>
      transact(() => {
        const ids = statements.finishedForms.all(before, max).map((row) => textIn(row, 'form_id'));
        const storageNames = ids.flatMap((formId) => eraseForm(statements, formId) ?? []);
        return { forms: ids.length, storageNames };
      }),
    // Writes the log of changes into the database and empties it.
    flush: () => turn(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    purgeAnswers: (at) => turn(() => Number(statements.purgeAnswers.run(at).changes)),
    probe: () =>
      turn(() => {
        database.exec('BEGIN IMMEDIATE');
        try {
          statements.probe.run();
        } finally {
          database.exec('ROLLBACK');
        }
      }),
    close: () => turn(() => database.close()),
  };
}

/** Reads every page once: a damaged one must be found now, not when a customer's call needs it. */
function checkWhole(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DatabaseDamaged();
}

class DatabaseDamaged extends Error {
  /** As SQLite itself calls it. */
  readonly errcode = 11;
}

function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function eraseForm(statements: Statements, formId: string): string[] | null {
  statements.eraseAnswers.run(formId);
  const files = [
    ...statements.eraseDocuments.all(formId),
    ...statements.clearSignature.all(formId),
  ];
  statements.eraseSubmission.run(formId);
  return statements.eraseForm.run(formId).changes === 0
    ? null
    : files.map((row) => textIn(row, 'storage_name'));
}

function commit(database: DatabaseSync): void {
  try {
    database.exec('COMMIT');
  } catch (cause) {
    // SQLite reports these before anything of the commit lies on the disk; any other error may come after.
    const surelyUndone = ['busy', 'full', 'constraint'].includes(sqliteErrorKind(cause) ?? '');
    throw surelyUndone ? cause : new CommitInDoubt('The commit may or may not hold.', { cause });
  }
}

function isAnswered(ending: Readonly<{ status: string }>): ending is Answered {
  return ending.status === 'answered';
}
