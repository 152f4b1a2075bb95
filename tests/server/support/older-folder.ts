import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate, migrations } from '../../../server/migrations/sqlite-migrations.ts';
import { individual, jpeg, png } from './samples.ts';

/** The last version of the tables without encryption. */
const PLAIN_VERSION = 7;

export type OlderForm = Readonly<{
  formId: string;
  deviceId: string;
  surname: string;
  document: Buffer;
  signature: Buffer;
}>;

export type OlderFolder = Readonly<{ forms: readonly OlderForm[]; secret: Buffer }>;

/** Makes a data folder as the last server without encryption left it. Each form and file contains `word`. */
export function makeOlderFolder(dataDir: string, count: number, word: string): OlderFolder {
  const files = join(dataDir, 'files');
  mkdirSync(files, { recursive: true });
  const secret = randomBytes(32);
  writeFileSync(join(dataDir, 'anti-forgery.key'), secret);
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;');
  migrate(database, migrations.slice(0, PLAIN_VERSION));
  const id = randomUUID();
  database.prepare('INSERT INTO identity VALUES (?)').run(id);
  writeFileSync(join(files, 'store-id'), id);

  const keep = (bytes: Buffer): readonly [name: string, size: number, sha256: string] => {
    const name = randomUUID();
    writeFileSync(join(files, name), bytes);
    return [name, bytes.length, createHash('sha256').update(bytes).digest('hex')];
  };
  const forms = Array.from({ length: count }, (_, n): OlderForm => {
    const form = {
      formId: randomUUID(),
      deviceId: randomUUID(),
      surname: `${word}${n}`,
      document: jpeg(`${word} document ${n} `, 20_000),
      signature: png(`${word} signature ${n}`),
    };
    const { formId, deviceId } = form;
    const run = (text: string, ...values: (string | number)[]) =>
      database.prepare(text).run(...values);
    run("INSERT INTO forms VALUES (?, 1, ?, 'registration', ?)", formId, deviceId, deviceId);
    const data = JSON.stringify({ ...individual, surname: form.surname });
    run('INSERT INTO submissions VALUES (?, 0, -33.9, 18.4, ?, 2, 2)', formId, data);
    run(
      `INSERT INTO documents (form_file_id, form_id, category, storage_name, size, sha256, name,
        content_type, received_at, position) VALUES (?, ?, 'idDocument', ?, ?, ?, 'a.jpg', 'image/jpeg', 2, 1)`,
      randomUUID(),
      formId,
      ...keep(form.document),
    );
    run(
      `INSERT INTO signatures (form_id, position, storage_name, size, sha256, name, content_type,
        received_at) VALUES (?, 0, ?, ?, ?, 'signature.png', 'image/png', 2)`,
      formId,
      ...keep(form.signature),
    );
    return form;
  });
  database.close();
  return { forms, secret };
}

/** Stores an answer as the older server stored it. */
export function olderAnswer(
  dataDir: string,
  { formId, deviceId }: OlderForm,
  key: string,
  request: readonly unknown[],
  body: string,
): void {
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'));
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  database
    .prepare(
      `INSERT INTO answers (device_id, idempotency_key, form_id, request_hash, status_code, body, stored_at)
       VALUES (?, ?, ?, ?, 200, ?, 2)`,
    )
    .run(deviceId, key, formId, hash, body);
  database.close();
}
