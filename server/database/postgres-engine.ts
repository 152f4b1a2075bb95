import type { Duplex } from 'node:stream';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
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
  UndeclaredPooler,
} from './database-errors.ts';
import { type Db, type Engine, prepared, type Schema, statementName } from './engine.ts';

type PoolOptions = Readonly<{
  url: string;
  max: number;
  /** The time limit of one statement, in milliseconds. Null if there is no limit. */
  statementMs: number | null;
  /** False if a pooler may give each transaction another process of PostgreSQL. Then no statement has a name. */
  hasNames: boolean;
}>;

type WatchedPool = PostgresPool &
  Readonly<{
    /** The number of calls that wait for a connection. */
    waiting: () => number;
    connections: () => number;
    /** False if a pooler is between server and PostgreSQL. A pooler reports an invented process number. */
    isDirect: () => Promise<boolean>;
  }>;

const CONNECT_MS = 5000;
/** PostgreSQL reports that a statement took too long. The driver waits this much longer for the report. */
const SILENCE_MS = 5000;
const BIGINT = 20;

/**
 * A connection pool with the interface that Kysely needs. If an answer does not arrive, the connection is never used
 * again: its next answer may belong to the earlier query.
 */
function openPostgresPool({ url, max, statementMs, hasNames }: PoolOptions): WatchedPool {
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
    // Sends a statement before the one before is answered.
    pipeline: true,
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
        query: ((text: string, values: unknown[]) => {
          gather(client);
          const name = hasNames ? statementName(text) : undefined;
          return client
            .query(name === undefined ? { text, values } : { name, text, values })
            .catch(failed);
        }) as never,
        release: () => {
          client.removeListener('error', ignore);
          client.release(isBroken);
        },
      };
    },
    end: () => pool.end(),
    waiting: () => pool.waitingCount,
    connections: () => pool.totalCount,
    isDirect: async () => {
      const client = await pool.connect().catch(lost);
      try {
        const { rows } = await client.query('select pg_backend_pid() as pid').catch(lost);
        return rows[0]?.pid === (client as pg.PoolClient & { processID?: number }).processID;
      } finally {
        client.release();
      }
    },
  };
}

/** Holds a connection's statements back until the end of the tick. So those of one tick leave in one write. */
function gather(client: pg.PoolClient): void {
  // The driver's types leave the connection out.
  const { stream } = (client as pg.PoolClient & { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function lost(error: unknown): never {
  throw sqlStateOf(error) === null ? new ConnectionLost(error) : error;
}

export type PostgresOptions = Readonly<{
  url: string;
  /** The address for migrations, if another role than that of `url` may change the tables. */
  migrateUrl: string;
  connections: number;
  /** True if the server connects through a pooler such as PgBouncer. Default: false. */
  hasPooler?: boolean;
  /** The time limit of a statement, and of the wait for a form's lock. Default: ten seconds. */
  statementMs?: number;
}>;

/** After this time, the phone must repeat the call. */
const STATEMENT_MS = 10_000;

/**
 * Opens the database and migrates its tables to the newest version. Several servers may do so at once. Throws
 * `UndeclaredPooler` if there is a pooler that the options do not name.
 */
export async function openPostgresEngine(
  options: PostgresOptions,
  meter: Meter = noMeter,
): Promise<Engine> {
  const { url, migrateUrl, connections, hasPooler = false, statementMs = STATEMENT_MS } = options;
  const hasNames = !hasPooler;
  await migratePostgres(
    openPostgresPool({ url: migrateUrl, max: 1, statementMs: null, hasNames: false }),
  );
  const pool = openPostgresPool({ url, max: connections, statementMs, hasNames });
  if (hasNames && !(await pool.isDirect())) {
    await pool.end();
    throw new UndeclaredPooler();
  }
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  const begin = transactions(db, dialect);
  meter.gauge('database-waiting', pool.waiting);
  meter.gauge('database-connections', pool.connections);

  const asked = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw postgresPortError(error);
    }
  };
  const transactAfter: Engine['transactAfter'] = (opening, act) =>
    asked(() => retried(meter, () => begin(opening, act)));

  return {
    read: (act) => asked(() => act(db)),
    writeOnce: (act) => asked(() => retried(meter, () => act(db))),
    transact: (act) => transactAfter(async () => undefined, act),
    transactAfter,
    enqueue: async (statement) => void statement.catch(() => undefined),
    lockForm: async (connection, formId) => void (await lockForm(connection, { formId })),
    canResolveDoubt: true,
    // PostgreSQL overwrites deleted data later. The operator runs VACUUM.
    flush: async () => {},
    close: () => db.destroy(),
  };
}

const lockForm = prepared((db, { formId }: Readonly<{ formId: string }>) =>
  db.selectFrom('forms').select('form_id').where('form_id', '=', formId).forUpdate(),
);

/**
 * READ COMMITTED: after it locks the form's row, each statement sees the commit of the earlier lock holder.
 * Statements leave in the order in which they are called, and do not wait for each other. After an error PostgreSQL
 * refuses all further statements of the transaction, so only the first error says what happened.
 */
function transactions(db: Db, dialect: PostgresDialect): Engine['transactAfter'] {
  const executor = db.getExecutor();
  const driver = dialect.createDriver();
  return (opening, act) =>
    executor.provideConnection(async (connection) => {
      let first: Readonly<{ error: unknown }> | null = null;
      const noted = (error: unknown): never => {
        first ??= { error };
        throw error;
      };
      // Kysely's own connections have a queue, in which a statement waits for the one before.
      const own: Db = new Kysely<Schema>({
        config: { dialect },
        dialect,
        driver,
        executor: executor.withConnectionProvider({
          provideConnection: (use) => use(connection).catch(noted),
        }),
      });
      const firstOr = (error: unknown): unknown => (first === null ? error : first.error);
      const command = (text: string) =>
        own.executeQuery<{ command: string }>(CompiledQuery.raw(text));

      let decision: Awaited<ReturnType<typeof act>>;
      try {
        const [begun, opened] = await Promise.allSettled([command('begin'), opening(own)]);
        if (begun.status === 'rejected') throw begun.reason;
        if (opened.status === 'rejected') throw opened.reason;
        decision = await act(own, opened.value);
      } catch (thrown) {
        const error = firstOr(thrown);
        // If the connection broke, PostgreSQL itself rolls the transaction back.
        if (!endsConnection(error)) await command('rollback');
        throw error;
      }
      if (!decision.keep) {
        await command('rollback');
        return decision.value;
      }
      const { rows } = await command('commit').catch((cause) => {
        // The commit was sent, so it may hold, whatever became of the statements before it.
        if (endsConnection(cause)) {
          throw new CommitInDoubt('The commit may or may not hold.', { cause });
        }
        throw firstOr(cause);
      });
      // If an earlier statement failed, PostgreSQL answers COMMIT with ROLLBACK, without an error.
      if (rows[0]?.command === 'ROLLBACK') {
        throw firstOr(new Error('The transaction was taken back.'));
      }
      return decision.value;
    });
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
