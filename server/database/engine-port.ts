import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

/** How a transaction is to end, and what its caller gets. */
export type Decision<T> = Readonly<{ keep: boolean; value: T }>;

/** What differs between SQLite and PostgreSQL. Each act may await nothing but the database that it is given. */
export type Engine = Readonly<{
  /** Reads, outside of any transaction. */
  read: <T>(act: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * All of it or nothing, durable when it resolves. A throw undoes it; `CommitInDoubt` says that nobody can know. Where
   * somebody else was faster it is taken back, and the act runs again from its start.
   */
  transact: <T>(act: (db: Db) => Promise<Decision<T>>) => Promise<T>;
  /** Has others wait for the form's row until the transaction ends; nothing where they wait already. */
  lockForm: (db: Db, formId: string) => Promise<void>;
  /** After a commit in doubt, whether the next transaction that has locked the form sees how it ended. */
  tellsAfterDoubt: boolean;
  /** Sees to it that what was deleted is on the disk no more. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}>;
