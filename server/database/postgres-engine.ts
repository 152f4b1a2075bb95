import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Meter, noMeter } from '../meter.ts';
import { migratePostgres } from '../migrations/migrate-postgres.ts';
import { CommitInDoubt } from '../repository/repository-port.ts';
import type { Db, Decision, Engine } from './engine-port.ts';
import { asPortError, endsConnection, sqlStateOf, triesAfter } from './postgres-error.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';

export type PostgresOptions = Readonly<{
  url: string;
  /** Who may change tables, where that is another than who may fill them. */
  migrateUrl: string;
  /** How many connections at most. */
  connections: number;
}>;

/** A call waits so long for a statement, or for another call that has its form; then it is asked to come again. */
const STATEMENT_MS = 10_000;

/** Opens the database, and brings its tables to the newest version. Several servers may do so at once. */
export async function openPostgresEngine(
  options: PostgresOptions,
  meter: Meter = noMeter,
): Promise<Engine> {
  const { url, migrateUrl, connections } = options;
  await migratePostgres(openPostgresPool({ url: migrateUrl, max: 1, statementMs: null }));
  const pool = openPostgresPool({ url, max: connections, statementMs: STATEMENT_MS });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  meter.gauge('database-waiting', pool.waiting);
  meter.gauge('database-connections', pool.connections);

  const asked = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw asPortError(error);
    }
  };

  return {
    read: (act) => asked(() => act(db)),
    transact: (act) => asked(() => retried(meter, () => inTransaction(db, act))),
    lockForm: async (connection, formId) => void (await lockForm(connection, { formId })),
    tellsAfterDoubt: true,
    // What PostgreSQL deletes it overwrites in its own time: VACUUM is the operator's.
    flush: async () => {},
    close: () => db.destroy(),
  };
}

const lockForm = prepared((db, { formId }: Readonly<{ formId: string }>) =>
  db.selectFrom('forms').select('form_id').where('form_id', '=', formId).forUpdate(),
);

/** READ COMMITTED: after the form's row is locked, each statement sees what whoever had it before has committed. */
function inTransaction<T>(db: Db, act: (db: Db) => Promise<Decision<T>>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    let decision: Decision<T>;
    try {
      decision = await act(connection);
    } catch (error) {
      // The server takes back what a broken connection had begun.
      if (!endsConnection(error)) await rollBack(connection);
      throw error;
    }
    if (decision.keep) await commit(connection);
    else await rollBack(connection);
    return decision.value;
  });
}

const rollBack = (connection: Db): Promise<unknown> => sql`rollback`.execute(connection);

async function commit(connection: Db): Promise<void> {
  const { rows } = await sql<{ command: string }>`commit`.execute(connection).catch((cause) => {
    if (endsConnection(cause)) {
      throw new CommitInDoubt('The commit may or may not hold.', { cause });
    }
    throw cause;
  });
  // So it says, without an error, where a statement of before had failed.
  if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was taken back.');
}

async function retried<T>(meter: Meter, act: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await act();
    } catch (error) {
      if (tried >= triesAfter(error)) throw error;
      meter.retried(sqlStateOf(error) ?? '');
    }
  }
}
