import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { postgresMigrations } from './postgres-migrations.ts';

/**
 * Brings the tables to the newest version, all steps in one transaction; of several servers that start at once one does it, and
 * the others wait. Throws on a database that a newer server has written. Closes the pool.
 */
export async function migratePostgres(pool: PostgresPool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const steps = Object.entries(postgresMigrations).map(([name, text]): [string, Migration] => [
    name,
    { up: async (transaction) => void (await sql.raw(text).execute(transaction)) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  try {
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await db.destroy();
  }
}
