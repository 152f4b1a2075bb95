import type { DBCore, DBCoreMutateRequest, DBCoreTable, Dexie } from 'dexie';

/** The process ended inside a transaction, which is undone. */
class KilledInside extends Error {
  override readonly name = 'KilledInside';
}

/** Stands between Dexie and the database: counts the transactions that write, and can end one as a killed process does. */
export class WrittenTransactions {
  readonly #written = new Set<object>();
  /** How many of an operation may be committed before one dies; null: all. */
  fatalAfter: number | null = null;

  constructor(db: Dexie) {
    const table = (down: DBCoreTable): DBCoreTable => ({
      ...down,
      mutate: (request) => this.#mutate(down, request),
    });
    db.use({
      stack: 'dbcore',
      name: 'written transactions',
      create: (core: DBCore) => ({ ...core, table: (name) => table(core.table(name)) }),
    });
  }

  /** How many there were since `begin`. */
  get count(): number {
    return this.#written.size;
  }

  /** An operation of the store begins. */
  begin(): void {
    this.#written.clear();
  }

  #mutate(down: DBCoreTable, request: DBCoreMutateRequest): ReturnType<DBCoreTable['mutate']> {
    this.#written.add(request.trans);
    if (this.fatalAfter === null || this.#written.size <= this.fatalAfter)
      return down.mutate(request);
    // The dead do not try again: whatever follows dies too.
    return down.mutate(request).then(() => {
      request.trans.abort();
      throw new KilledInside();
    });
  }
}
