import type { DBCore, DBCoreMutateRequest, DBCoreTable, Dexie } from 'dexie';

/** The process was killed inside a transaction, which is undone. */
class KilledInside extends Error {
  override readonly name = 'KilledInside';
}

/** What keys come from is made ahead: a write to these alone says nothing of a form. */
const KEY_TABLES: ReadonlySet<string> = new Set(['agents', 'secretNames', 'secretBytes']);

/** A Dexie middleware that counts the transactions which write, and can abort one, as a killed process does. */
export class WrittenTransactions {
  readonly #written = new Set<object>();
  /** How many transactions of an operation are committed before the process is killed; null: all. */
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

  /** The number of writing transactions since `begin`. */
  get count(): number {
    return this.#written.size;
  }

  /** Call when an operation of the store begins. */
  begin(): void {
    this.#written.clear();
  }

  #mutate(down: DBCoreTable, request: DBCoreMutateRequest): ReturnType<DBCoreTable['mutate']> {
    if (!KEY_TABLES.has(down.name)) this.#written.add(request.trans);
    if (this.fatalAfter === null || this.#written.size <= this.fatalAfter)
      return down.mutate(request);
    // A killed process does not try again, so every later write fails too.
    return down.mutate(request).then(() => {
      request.trans.abort();
      throw new KilledInside();
    });
  }
}
