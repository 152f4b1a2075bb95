import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate, versionOf } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { lookedAt } from './clock.ts';
import { formsTransaction } from './forms-transaction.ts';
import {
  type Answered,
  type Claim,
  CommitInDoubt,
  type FormsTransaction,
  type OnceEnding,
  type Repository,
  type SavedAnswer,
} from './port.ts';
import { documentFrom, numberIn, textIn } from './rows.ts';
import { sqliteFault } from './sqlite-fault.ts';
import { prepareStatements, type Statements } from './statements.ts';

/**
 * How long a call waits for a lock that another program holds. Everything else waits with it, so it is short; then the
 * caller is asked to come again.
 */
const busyMs = 250;

/** Whether the file is missing or no server ever made its tables: there can be nothing in it. */
export function isEmptyDatabase(file: string): boolean {
  if (!existsSync(file)) {
    return true;
  }
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
    timeout: busyMs,
    enableForeignKeyConstraints: true,
  });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  checkWhole(database);
  migrate(database, migrations);
  const statements = prepareStatements(database);
  const forms = formsTransaction(statements);

  const savedAnswer = (deviceId: string, key: string): SavedAnswer | null => {
    const row = statements.savedAnswer.get(deviceId, key);
    return row === undefined
      ? null
      : {
          requestHash: textIn(row, 'request_hash'),
          answer: { statusCode: numberIn(row, 'status_code'), body: textIn(row, 'body') },
        };
  };

  function runOnce<Refusal extends { readonly status: string }>(
    claim: Claim | null,
    at: number,
    effect: (forms: FormsTransaction) => Answered | Refusal,
  ): OnceEnding | Refusal {
    const saved = claim === null ? null : savedAnswer(claim.deviceId, claim.key);
    if (claim !== null && saved !== null) {
      return saved.requestHash === claim.requestHash
        ? { status: 'replayed', answer: saved.answer }
        : { status: 'key-reused' };
    }
    const ending = effect(forms);
    if (claim !== null && isAnswered(ending)) {
      const { statusCode, body } = ending.answer;
      const { deviceId, key, formId, requestHash } = claim;
      statements.saveAnswer.run(deviceId, key, formId, requestHash, statusCode, body, at);
    }
    return ending;
  }

  return {
    issueForm: (formId, deviceId, at) => void statements.issueForm.run(formId, deviceId, at),
    purgeForms: (yearAgo, monthAgo) => Number(statements.purgeForms.run(yearAgo, monthAgo).changes),
    mayUse: ({ formId, deviceId, kind }) =>
      statements.mayUse.get(formId, deviceId, kind) !== undefined,
    savedAnswer,
    exactlyOnce: (claim, at, effect) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const ending = runOnce(claim, at, effect);
        if (isAnswered(ending)) {
          commit(database);
        }
        return ending;
      } finally {
        if (database.isTransaction) {
          database.exec('ROLLBACK');
        }
      }
    },
    documentFor: (formFileId, deviceId) => {
      const row = statements.documentFor.get(formFileId, deviceId);
      return row === undefined ? null : documentFrom(row);
    },
    storageNames: () =>
      new Set(statements.storageNames.all().map((row) => textIn(row, 'storage_name'))),
    identity: () => {
      const row = statements.identity.get();
      return row === undefined ? null : textIn(row, 'id');
    },
    identify: (id) =>
      inTransaction(database, () => {
        statements.forgetIdentity.run();
        statements.identify.run(id);
      }),
    trustedTime: (now) =>
      inTransaction(database, () => {
        const row = statements.clock.get();
        const before =
          row === undefined
            ? null
            : { trusted: numberIn(row, 'trusted'), seen: numberIn(row, 'seen') };
        const clock = lookedAt(before, now);
        statements.forgetClock.run();
        statements.setClock.run(clock.trusted, clock.seen);
        return clock.trusted;
      }),
    eraseForm: (formId) => inTransaction(database, () => eraseForm(statements, formId)),
    eraseFinished: (before, most) =>
      inTransaction(database, () => {
        const ids = statements.finishedForms.all(before, most).map((row) => textIn(row, 'form_id'));
        const storageNames = ids.flatMap((formId) => eraseForm(statements, formId) ?? []);
        return { forms: ids.length, storageNames };
      }),
    flush: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    purgeAnswers: (at) => Number(statements.purgeAnswers.run(at).changes),
    probe: () => {
      database.exec('BEGIN IMMEDIATE');
      try {
        statements.probe.run();
      } finally {
        database.exec('ROLLBACK');
      }
    },
    close: () => database.close(),
  };
}

/** Reads every page once: a damaged one must be found now, not when a customer's call needs it. */
function checkWhole(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') {
    throw new DatabaseDamaged();
  }
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
    if (database.isTransaction) {
      database.exec('ROLLBACK');
    }
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
    // These are told before anything of the commit lies on the disk; any other fault may come after.
    const surelyUndone = ['busy', 'full', 'constraint'].includes(sqliteFault(cause) ?? '');
    throw surelyUndone ? cause : new CommitInDoubt('The commit may or may not hold.', { cause });
  }
}

function isAnswered(ending: { readonly status: string }): ending is Answered {
  return ending.status === 'answered';
}
