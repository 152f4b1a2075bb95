import type { PostgresOptions } from '../../../server/database/postgres-engine.ts';

/** The options with which a test's server opens its database. */
export const postgresOptions = (url: string): PostgresOptions => ({
  url,
  migrateUrl: url,
  connections: 4,
});
