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
  /** How many connections at most. */
  max: number;
  /** Milliseconds that one statement may take; null: as long as it takes. */
  statementMs: number | null;
}>;

/** How many wait for a connection, and how many there are. */
type WatchedPool = PostgresPool & Readonly<{ waiting: () => number; connections: () => number }>;

const CONNECT_MS = 5000;
/** How much longer than PostgreSQL itself we wait for it to say that a statement took too long. */
const SILENCE_MS = 5000;
const BIGINT = 20;

/**
 * Connections as Kysely wants them. One on which an answer failed to come is never used again: what it would say next may be
 * the answer to a question of before.
 */
function openPostgresPool({ url, max, statementMs }: PoolOptions): WatchedPool {
  const types = new pg.TypeOverrides();
  // Times and sizes, all far below 2^53.
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
  // An idle connection that breaks is the pool's affair: it makes another one.
  pool.on('error', () => {});
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch(lost);
      // Also while it is lent out; who uses it gets to hear of it.
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
  /** The role that may change tables, if it is another than the one that may fill them. */
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
      throw postgresPortError(error);
    }
  };

  return {
    read: (act) => asked(() => act(db)),
    transact: (act) => asked(() => retried(meter, () => inTransaction(db, act))),
    lockForm: async (connection, formId) => void (await lockForm(connection, { formId })),
    tellsAfterDoubt: true,
    // PostgreSQL overwrites deleted data in its own time. The operator runs VACUUM.
    flush: async () => {},
    close: () => db.destroy(),
  };
}

const lockForm = prepared((db, { formId }: Readonly<{ formId: string }>) =>
  db.selectFrom('forms').select('form_id').where('form_id', '=', formId).forUpdate(),
);

/** READ COMMITTED: once the form's row is locked, each statement sees the earlier owner's commit. */
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
