import { Dexie, liveQuery } from 'dexie';
import type { Database } from './database.ts';

/** A query of stored data. A subscription runs it again when a page or worker changes the data that it read. */
export type Query<T> = Readonly<{
  read: () => Promise<T>;
  /** The returned function ends the subscription. */
  subscribe: (onValue: (value: T) => void, onError?: (error: unknown) => void) => () => void;
}>;

/** Makes a query. `ask` may await only the database. */
export const queryOf = <T>(ask: () => Promise<T>): Query<T> => ({
  read: ask,
  subscribe: (onValue, onError) => {
    // Dexie tracks reads after an await only inside async functions.
    const subscription = liveQuery(async () => ask()).subscribe(onValue, onError);
    return () => subscription.unsubscribe();
  },
});

/** A query of a lazy part. The first call loads the part's code. */
export const lazyQuery = <Part, T>(
  load: () => Promise<Part>,
  of: (part: Part) => Query<T>,
): Query<T> => ({
  read: async () => of(await load()).read(),
  subscribe: (onValue, onError) => {
    let isOver = false;
    let end = () => {};
    load().then((part) => {
      if (!isOver) end = of(part).subscribe(onValue, onError);
    }, onError);
    return () => {
      isOver = true;
      end();
    };
  },
});

type QueriesBy<Name extends string> = Readonly<Record<Name, (...asked: never[]) => Query<unknown>>>;

/** The queries of a lazy part, by name. */
export const lazyQueries = <Queries extends QueriesBy<Extract<keyof Queries, string>>>(
  load: () => Promise<Readonly<{ queries: Queries }>>,
  names: Readonly<Record<keyof Queries, 0>>,
): Queries => {
  const query =
    (name: string) =>
    (...asked: never[]) =>
      lazyQuery(load, ({ queries }) => queries[name as Extract<keyof Queries, string>](...asked));
  // `names` has each name of `Queries`, but `Object.keys` loses the type.
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, query(name)]),
  ) as unknown as Queries;
};

/** A query without a value, for a caller that has nothing to read yet. */
export const noQuery: Query<undefined> = {
  read: async () => undefined,
  subscribe: () => () => undefined,
};

/** Calls `listener` after every commit to this database, also of the worker and other tabs. The returned function removes it. */
export function onCommit(db: Database, listener: () => void): () => void {
  const prefix = `idb://${db.name}/`;
  const changed = (parts: object): void => {
    if (Object.keys(parts).some((part) => part.startsWith(prefix))) listener();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on.storagemutated.unsubscribe(changed);
}
