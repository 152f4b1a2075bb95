import type { Compilable, CompiledQuery, Generated, Kysely, QueryResult } from 'kysely';
import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';

/** The tables as the migrations leave them, for whichever engine. Times are milliseconds since 1970. */
export interface Schema {
  forms: {
    form_id: string;
    issued_at: number;
    issued_to: string | null;
    device_id: string | null;
    kind: FormKind | null;
  };
  submissions: {
    form_id: string;
    is_business: number;
    latitude: number | null;
    longitude: number | null;
    /** Unencrypted, in forms of an older version, like the coordinates above. Null if `sealed` is not. */
    form_data: string | null;
    sealed: string | null;
    received_at: number;
    updated_at: number;
    /** `updated_at` of what its hashes were made of; otherwise they are to be made. */
    indexed_at: number | null;
    passed: Passed;
  };
  /** The search terms of forms, as keyed hashes in hex. */
  search_terms: { term: string; form_id: string };
  signatures: FileColumns & { position: number };
  /** `position`: in which order a form's documents came. */
  documents: FileColumns & { form_file_id: string; category: DocumentKind; position: number };
  answers: {
    device_id: string;
    idempotency_key: string;
    form_id: string | null;
    request_hash: string;
    status_code: number;
    body: string;
    stored_at: number;
  };
  /** Files that no row speaks of any more, until their bytes are gone. */
  garbage: { storage_name: string; since: number };
  marks: { name: string; value: string };
  /** In PostgreSQL alone, as `upload_pieces`: one server keeps bodies that come in pieces in its folder. */
  uploads: {
    upload_id: string;
    device_id: string;
    path: string;
    idempotency_key: string | null;
    content_type: string;
    /** The length of the whole body, and how much of it has arrived. */
    length: number;
    offset: number;
    created_at: number;
    answer_status: number | null;
    answer_type: string | null;
    answer_body: string | null;
  };
  upload_pieces: { upload_id: string; start: number; bytes: Buffer };
  identity: { id: string };
  clock: { trusted: number; seen: number; latest: number; passed: number };
}

interface FileColumns {
  form_id: string;
  storage_name: string;
  name: string;
  content_type: string;
  size: number;
  sha256: string;
  /** Null: an older version stored the bytes unencrypted. */
  sealed_key: string | null;
  received_at: number;
  passed: Passed;
}

/** `passed` of the clock at the row's last change; 0 in rows of older servers. */
type Passed = Generated<number>;

export type Db = Kysely<Schema>;

/** How a transaction is to end, and what its caller gets. */
export type Decision<T> = Readonly<{ keep: boolean; value: T }>;

/** The differences between SQLite and PostgreSQL. Each act may await only the database that it gets. */
export type Engine = Readonly<{
  /** Reads, outside of any transaction. */
  read: <T>(act: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * Runs a transaction: all or nothing, and durable when it resolves. A throw rolls it back. `CommitInDoubt` says that nobody can
   * know. After a conflict it is rolled back and the act runs again from its start.
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

/** Stands in a compiled statement where a value of this name will. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds and compiles a statement once for each engine. A call makes about twenty of them, and building them each time took a tenth of
 * the server's work. `build` never sees the values, so it must always make the same statement.
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, given) => {
    // Connections and transactions share the engine's adapter.
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
