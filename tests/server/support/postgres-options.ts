import type { PostgresOptions } from '../../../server/database/postgres-engine.ts';

/** What a server of the tests opens its database with. */
export const postgresOptions = (url: string): PostgresOptions => ({
  url,
  migrateUrl: url,
  connections: 4,
});
