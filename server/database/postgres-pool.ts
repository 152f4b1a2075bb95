import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { ConnectionLost, endsConnection, sqlStateOf } from './postgres-error.ts';

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
export function openPostgresPool({ url, max, statementMs }: PoolOptions): WatchedPool {
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
