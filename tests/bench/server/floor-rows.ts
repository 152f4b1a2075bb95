import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openSqliteEngine } from '../../../server/database/sqlite-engine.ts';

type Call = Readonly<{ formId: string; device: string; key: string; answer: string }>;

/** Writes the same rows as our server for each call, in one transaction a call. */
export type Rows = Readonly<{
  issue: (formId: string, device: string) => Promise<void>;
  form: (call: Call & Readonly<{ sealed: string }>) => Promise<void>;
  file: (
    table: 'documents' | 'signatures',
    call: Call & Readonly<{ name: string }>,
  ) => Promise<void>;
}>;

type Statement = Readonly<{ sql: string; values: readonly SQLInputValue[] }>;

const HASH = 'a'.repeat(64);
const SEALED_KEY = 'a'.repeat(190);

const bind = ({ formId, device }: Call): Statement => ({
  sql: "UPDATE forms SET device_id = $1, kind = 'registration' WHERE form_id = $2",
  values: [device, formId],
});

const answered = ({ formId, device, key, answer }: Call): Statement => ({
  sql: 'INSERT INTO answers (device_id, idempotency_key, form_id, request_hash, status_code, body, stored_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
  values: [device, key, formId, HASH, 200, answer, Date.now()],
});

/** Our tables in an engine that only runs some statements in one transaction. */
const rowsBy = (run: (statements: readonly Statement[]) => Promise<void>): Rows => ({
  issue: (formId, device) =>
    run([
      {
        sql: 'INSERT INTO forms (form_id, issued_to, issued_at) VALUES ($1, $2, $3)',
        values: [formId, device, Date.now()],
      },
    ]),
  form: (call) =>
    run([
      bind(call),
      {
        sql: 'INSERT INTO submissions (form_id, is_business, sealed, received_at, updated_at) VALUES ($1, $2, $3, $4, $5)',
        values: [call.formId, 0, call.sealed, Date.now(), Date.now()],
      },
      answered(call),
    ]),
  file: (table, call) => {
    const isDocument = table === 'documents';
    const own = isDocument ? 'form_file_id, category' : 'position';
    const file = [
      call.name,
      `${call.name}.jpg`,
      'image/jpeg',
      200_000,
      HASH,
      SEALED_KEY,
      Date.now(),
    ];
    const columns = 'storage_name, name, content_type, size, sha256, sealed_key, received_at';
    const positioned = isDocument ? ', position' : '';
    const position = isDocument
      ? ', (SELECT coalesce(max(position), 0) + 1 FROM documents WHERE form_id = $1)'
      : '';
    const ownValues = isDocument ? [randomUUID(), 'idDocument'] : [0];
    const values = [call.formId, ...file, ...ownValues];
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    return run([
      bind(call),
      {
        sql: `INSERT INTO ${table} (form_id, ${columns}, ${own}${positioned}) VALUES (${places}${position})`,
        values,
      },
      answered(call),
    ]);
  },
});

export async function floorRows(dataDir: string, url: string | undefined): Promise<Rows> {
  if (url !== undefined) {
    await (await openPostgresEngine({ url, migrateUrl: url, connections: 1 })).close();
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    return rowsBy(async (statements) => {
      const client = await pool.connect();
      await client.query('begin');
      for (const { sql, values } of statements) await client.query(sql, [...values]);
      await client.query('commit');
      client.release();
    });
  }
  const file = join(dataDir, 'veld.sqlite');
  await openSqliteEngine(file).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  const prepared = new Map<string, StatementSync>();
  return rowsBy(async (statements) => {
    database.exec('BEGIN IMMEDIATE');
    for (const { sql, values } of statements) {
      const statement = prepared.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
      prepared.set(sql, statement);
      statement.run(...values);
    }
    database.exec('COMMIT');
  });
}
