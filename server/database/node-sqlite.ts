import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** Node's own SQLite as Kysely wants it. Each statement is prepared once: a storm of calls pays for none of them again. */
export function nodeSqliteDialect(database: DatabaseSync): SqliteDialect {
  const prepared = new Map<string, SqliteStatement>();
  const adapter: SqliteDatabase = {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const statement = statementOf(database.prepare(sql));
      prepared.set(sql, statement);
      return statement;
    },
  };
  return new SqliteDialect({ database: adapter });
}

const inputs = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

const statementOf = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...inputs(parameters)),
  run: (parameters) => statement.run(...inputs(parameters)),
  iterate: (parameters) => statement.iterate(...inputs(parameters)),
});
