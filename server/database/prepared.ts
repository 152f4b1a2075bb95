import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './engine-port.ts';

/** Stands in a compiled statement where a value of this name will. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built and compiled once for each engine: a call makes some twenty of them, and building them anew took
 * a tenth of the server's work. `build` must make the same statement whatever it is given, for it never sees the values.
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, given) => {
    // Of a connection and a transaction it is that of the engine.
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, places<Given>()).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? Reflect.get(given, parameter.name) : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

const places = <Given extends object>(): Given =>
  new Proxy({} as Given, { get: (_, name) => new Place(String(name)) });
