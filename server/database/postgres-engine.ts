import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { type Meter, noMeter } from '../meter.ts';
import { migratePostgres } from '../migrations/postgres-migrations.ts';
import { CommitInDoubt } from '../repository/repository-port.ts';
import {
  ConnectionLost,
  endsConnection,
  postgresPortError,
  sqlStateOf,
  triesAfter,
} from './database-errors.ts';
import { type Db, type Decision, type Engine, prepared, type Schema } from './engine.ts';

type PoolOptions = Readonly<{
  url: string;
  max: number;
  /** The time limit of one statement, in milliseconds. Null if there is no limit. */
  statementMs: number | null;
}>;

/** `waiting`: the number of calls that wait for a connection. `connections`: the number of connections. */
type WatchedPool = PostgresPool & Readonly<{ waiting: () => number; connections: () => number }>;

const CONNECT_MS = 5000;
/** PostgreSQL reports that a statement took too long. The driver waits this much longer for the report. */
const SILENCE_MS = 5000;
const BIGINT = 20;

/**
 * A connection pool with the interface that Kysely needs. If an answer does not arrive, the connection is never used
 * again: its next answer may belong to the earlier query.
 */
function openPostgresPool({ url, max, statementMs }: PoolOptions): WatchedPool {
  const types = new pg.TypeOverrides();
  // Columns of this type hold times and sizes, all far below 2^53.
  types.setTypeParser(BIGINT, Number);
  const bounds =
    statementMs === null
      ? {}
      : {
          statement_timeout: statementMs,
          lock_timeout: statementMs,
          idle_in_transaction_session_timeout: statementMs,
          query_timeout: statementMs + SILENCE_MS,
        };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'veld',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
    ...bounds,
  });
  // If an idle connection breaks, the pool opens another one. So nothing is done here.
  pool.on('error', () => {});
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch(lost);
      // A connection may also break while it is in use. Then the query reports the error, so the event is ignored.
      const ignore = () => {};
      client.on('error', ignore);
      let isBroken = false;
      const failed = (error: unknown): never => {
        const known = sqlStateOf(error) === null ? new ConnectionLost(error) : error;
        isBroken ||= endsConnection(known);
        throw known;
      };
      return {
        query: ((sql: string, parameters: unknown[]) =>
          client.query(sql, parameters).catch(failed)) as never,
        release: () => {
          client.removeListener('error', ignore);
          client.release(isBroken);
        },
      };
    },
    end: () => pool.end(),
    waiting: () => pool.waitingCount,
    connections: () => pool.totalCount,
  };
}

function lost(error: unknown): never {
  throw sqlStateOf(error) === null ? new ConnectionLost(error) : error;
}

export type PostgresOptions = Readonly<{
  url: string;
  /** The address for migrations, if another role than that of `url` may change the tables. */
  migrateUrl: string;
  connections: number;
}>;

/** The time limit of a statement, and of the wait for a form's lock. After it, the phone must repeat the call. */
const STATEMENT_MS = 10_000;

/** Opens the database and migrates its tables to the newest version. Several servers may do so at once. */
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
      throw postgresPortError(error);
    }
  };

  return {
    read: (act) => asked(() => act(db)),
    transact: (act) => asked(() => retried(meter, () => inTransaction(db, act))),
    lockForm: async (connection, formId) => void (await lockForm(connection, { formId })),
    tellsAfterDoubt: true,
    // PostgreSQL overwrites deleted data later. The operator runs VACUUM.
    flush: async () => {},
    close: () => db.destroy(),
  };
}

const lockForm = prepared((db, { formId }: Readonly<{ formId: string }>) =>
  db.selectFrom('forms').select('form_id').where('form_id', '=', formId).forUpdate(),
);

/** READ COMMITTED: after it locks the form's row, each statement sees the commit of the earlier lock holder. */
function inTransaction<T>(db: Db, act: (db: Db) => Promise<Decision<T>>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    let decision: Decision<T>;
    try {
      decision = await act(connection);
    } catch (error) {
      // If the connection broke, PostgreSQL itself rolls the transaction back.
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
  // If an earlier statement failed, PostgreSQL answers COMMIT with ROLLBACK, without an error.
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
