import type { Compilable, CompiledQuery, Generated, Kysely, QueryResult } from 'kysely';
import type { DeviceState } from '../../src/domain/announced.ts';
import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import type { ReasonCode, VerdictState } from '../../src/domain/verdict.ts';

/** The tables after all migrations, in both engines. Times are milliseconds since 1970. */
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
    /** Plaintext, like the coordinates above, in forms of an older version. Null if `sealed` is set. */
    form_data: string | null;
    sealed: string | null;
    received_at: number;
    updated_at: number;
    /** A copy of `updated_at` from when the search terms were made. If the two differ, the terms are out of date. */
    indexed_at: number | null;
    passed: Passed;
  };
  /** The search terms of forms: keyed hashes in hex. */
  search_terms: { term: string; form_id: string };
  signatures: FileColumns & { position: number };
  /** `position`: the order in which a form's documents arrived. */
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
  /** The state of each form whose fields arrived. */
  registrations: {
    form_id: string;
    device_id: string;
    /** `arriving`: something is missing. `received`: complete. Then the operator decides. */
    state: 'arriving' | VerdictState;
    state_at: number;
    /** The time of the newest form call. */
    changed_at: number;
    code: ReasonCode | null;
    text: string | null;
    /** The place of the state among the states of the device. Null while the form is arriving. */
    device_seq: number | null;
    /** The returned form that this one corrects, and the form that corrects this one. */
    corrects: string | null;
    corrected_by: string | null;
    /** 1 if a call for the form came from a revoked device. */
    from_revoked: number;
  };
  /** `seq`: the highest `device_seq` of the device. */
  devices: { device_id: string; seq: number; state: DeviceState };
  /** Files that no row names any more. They stay listed until their bytes are deleted. */
  garbage: { storage_name: string; since: number };
  marks: { name: string; value: string };
  /**
   * Resumable uploads. This table and `upload_pieces` exist only in PostgreSQL. A server with SQLite keeps uploads in
   * its folder.
   */
  uploads: {
    upload_id: string;
    device_id: string;
    path: string;
    idempotency_key: string | null;
    content_type: string;
    /** `length`: the bytes of the whole body. `offset`: the bytes that have arrived. */
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
  /** Null if an older version stored the bytes unencrypted. */
  sealed_key: string | null;
  received_at: number;
  passed: Passed;
}

/** The counter `passed` of the table `clock` at the row's last change. 0 in rows of older servers. */
type Passed = Generated<number>;

export type Db = Kysely<Schema>;

/** `keep`: whether the transaction commits. `value`: the result for its caller. */
export type Decision<T> = Readonly<{ keep: boolean; value: T }>;

/** The differences between SQLite and PostgreSQL. Each act may await only the database that it gets. */
export type Engine = Readonly<{
  /** Reads outside of any transaction. */
  read: <T>(act: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * Runs one writing statement: all or nothing, and durable when it resolves. If the connection breaks, it may have
   * taken effect.
   */
  writeOnce: <T>(act: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * Runs a transaction: all or nothing, and durable when it resolves. If the act throws, the transaction is rolled
   * back. Throws `CommitInDoubt` if nobody can know whether the commit took effect. After a conflict, the act runs
   * again from its start.
   */
  transact: <T>(act: (db: Db) => Promise<Decision<T>>) => Promise<T>;
  /**
   * Like `transact`, but begins with `opening`, which may only lock and read: PostgreSQL gets it together with the
   * begin. If the begin fails, the statements of `opening` run outside of any transaction, and the act never runs.
   */
  transactAfter: <Read, T>(
    opening: (db: Db) => Promise<Read>,
    act: (db: Db, read: Read) => Promise<Decision<T>>,
  ) => Promise<T>;
  /**
   * For a statement of a transaction whose result nobody needs. On PostgreSQL it resolves when the statement is called:
   * if the statement fails, so does the transaction, with the statement's error. On SQLite it waits for the statement.
   */
  enqueue: (statement: Promise<unknown>) => Promise<void>;
  /**
   * Locks the form's row until the transaction ends. Does nothing on SQLite, where transactions already wait for each
   * other.
   */
  lockForm: (db: Db, formId: string) => Promise<void>;
  /** True if a new transaction that locks the form sees how a commit in doubt ended. */
  canResolveDoubt: boolean;
  /** Removes deleted data from the disk on SQLite. Does nothing on PostgreSQL. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}>;

const names = new Map<string, string>();

/**
 * The name of a prepared statement's text: PostgreSQL parses and plans it once for each connection. Undefined for other
 * texts.
 */
export const statementName = (text: string): string | undefined => names.get(text);

/** Stands for one named value while `prepared` compiles a statement. Each call replaces it by the real value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds and compiles a statement once for each engine. A call runs about twenty statements, and building them each
 * time took a tenth of the server's work. `build` never sees the values, so it must always make the same statement.
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
      query = build(db, placeholders<Given>()).compile();
      compiled.set(adapter, query);
      names.set(query.sql, names.get(query.sql) ?? `veld_${names.size}`);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(given, parameter.name) : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

const placeholders = <Given extends object>(): Given =>
  new Proxy({} as Given, { get: (_, name) => new Placeholder(String(name)) });
