import { Dexie, liveQuery } from 'dexie';
import type { Database } from './database.ts';

/** A question about what is stored. Asked once, or live: anew after each change of what it read, whoever made that. */
export type Query<T> = Readonly<{
  read: () => Promise<T>;
  /** The returned function ends it. */
  subscribe: (onValue: (value: T) => void, onError?: (error: unknown) => void) => () => void;
}>;

/** `ask` awaits nothing but the database: of what it read there a change makes it be asked anew. */
export const queryOf = <T>(ask: () => Promise<T>): Query<T> => ({
  read: ask,
  subscribe: (onValue, onError) => {
    // Dexie follows what is read after an await in functions that are async themselves only.
    const subscription = liveQuery(async () => ask()).subscribe(onValue, onError);
    return () => subscription.unsubscribe();
  },
});

/** A query of a part whose code comes when it is first asked. */
export const lateQueryOf = <Part, T>(
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

/** The queries of such a part, by their names. */
export const lateQueriesOf = <Queries extends QueriesBy<Extract<keyof Queries, string>>>(
  load: () => Promise<Readonly<{ queries: Queries }>>,
  names: Readonly<Record<keyof Queries, 0>>,
): Queries => {
  const query =
    (name: string) =>
    (...asked: never[]) =>
      lateQueryOf(load, ({ queries }) => queries[name as Extract<keyof Queries, string>](...asked));
  // Each name of `Queries` is among `names`; TypeScript can't follow that through a list.
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, query(name)]),
  ) as unknown as Queries;
};

/** Where there is nothing to ask of yet. */
export const noQuery: Query<undefined> = {
  read: async () => undefined,
  subscribe: () => () => undefined,
};

/** Tells of every commit to this database, the worker's and other tabs' too. The returned function ends it. */
export function onCommit(db: Database, listener: () => void): () => void {
  const prefix = `idb://${db.name}/`;
  const changed = (parts: object): void => {
    if (Object.keys(parts).some((part) => part.startsWith(prefix))) listener();
  };
  Dexie.on('storagemutated', changed);
  return () => Dexie.on.storagemutated.unsubscribe(changed);
}
