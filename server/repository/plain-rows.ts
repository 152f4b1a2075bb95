import { type Selectable, sql } from 'kysely';
import type { Db, Engine, Schema } from '../database/engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { addGarbage, sealedContent } from './forms-transaction.ts';
import { type FileKind, fileKinds, type PlainFile, type Repository } from './repository-port.ts';
import { saveTerms, termsOf } from './search-terms.ts';

/** The length of a request hash without a key: SHA-256 in hex. Keyed hashes are shorter. */
const PLAIN_HASH_LENGTH = 64;

type PlainAnswer = Pick<
  Selectable<Schema['answers']>,
  'device_id' | 'idempotency_key' | 'request_hash'
>;

export async function plainForms(db: Db, max: number): Promise<string[]> {
  const plain = db.selectFrom('submissions').select('form_id').where('sealed', 'is', null);
  const rows = await plain.orderBy('form_id').limit(max).execute();
  return rows.map((row) => row.form_id);
}

export async function sealForms(
  db: Db,
  lockForm: Engine['lockForm'],
  ring: KeyRing,
  formIds: readonly string[],
): Promise<void> {
  for (const formId of formIds) {
    await lockForm(db, formId);
    // A call may have encrypted the form before this lock.
    const row = await db
      .selectFrom('submissions')
      .selectAll()
      .where('form_id', '=', formId)
      .where('sealed', 'is', null)
      .executeTakeFirst();
    if (row === undefined) continue;
    const { is_business, latitude, longitude, form_data } = row;
    const content = { isBusinessCustomer: is_business === 1, latitude, longitude };
    const sealed = sealedContent(ring, { ...content, formData: JSON.parse(form_data ?? '{}') });
    await db
      .updateTable('submissions')
      .set({ sealed, latitude: null, longitude: null, form_data: null })
      .where('form_id', '=', formId)
      .execute();
  }
}

/** The ids of encrypted forms whose search terms are missing or out of date. */
export async function unindexedForms(db: Db, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions')
    .select('form_id')
    .where(isNotIndexed)
    .where('sealed', 'is not', null)
    .orderBy('form_id')
    .limit(max)
    .execute();
  return rows.map((row) => row.form_id);
}

/** Must match the condition of the partial index `submissions_not_indexed`. */
const isNotIndexed = sql<boolean>`(indexed_at is null or indexed_at <> updated_at)`;

export async function indexForms(
  db: Db,
  { lockForm, enqueue }: Pick<Engine, 'lockForm' | 'enqueue'>,
  ring: KeyRing,
  formIds: readonly string[],
): Promise<void> {
  for (const formId of formIds) {
    await lockForm(db, formId);
    const row = await db
      .selectFrom('submissions')
      .select(['sealed', 'updated_at'])
      .where('form_id', '=', formId)
      .where(isNotIndexed)
      .executeTakeFirst();
    // A call erased the form, or saved it again, before this lock.
    if (row === undefined) continue;
    const { formData } = JSON.parse(ring.open(row.sealed ?? ''));
    await saveTerms(db, enqueue, formId, termsOf(ring, { formId, formData }));
    await db
      .updateTable('submissions')
      .set({ indexed_at: row.updated_at })
      .where('form_id', '=', formId)
      .execute();
  }
}

/** Stored answers whose request hash was made without a key. */
export const plainAnswers = (db: Db, max: number): Promise<PlainAnswer[]> =>
  db
    .selectFrom('answers')
    .select(['device_id', 'idempotency_key', 'request_hash'])
    .where((row) => row(row.fn('length', ['request_hash']), '=', row.lit(PLAIN_HASH_LENGTH)))
    .limit(max)
    .execute();

export async function keyAnswers(
  db: Db,
  rows: readonly PlainAnswer[],
  keyed: (plain: string) => string,
): Promise<void> {
  for (const { device_id, idempotency_key, request_hash } of rows) {
    await db
      .updateTable('answers')
      .set({ request_hash: keyed(request_hash) })
      .where('device_id', '=', device_id)
      .where('idempotency_key', '=', idempotency_key)
      .execute();
  }
}

export const plainFiles = (
  db: Db,
  kind: FileKind,
  after: string,
  max: number,
): Promise<PlainFile[]> =>
  db
    .selectFrom(kind)
    .select(['form_id as formId', 'storage_name as storageName'])
    .where('sealed_key', 'is', null)
    .where('storage_name', '>', after)
    .orderBy('storage_name')
    .limit(max)
    .execute();

export async function replaceFile(
  db: Db,
  { storageName }: PlainFile,
  by: Parameters<Repository['replaceFile']>[1],
  at: number,
): Promise<boolean> {
  for (const table of fileKinds) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ storage_name: by.storageName, sealed_key: by.sealedKey })
      .where('storage_name', '=', storageName)
      .where('sealed_key', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    await addGarbage(db, [storageName], at);
    return true;
  }
  return false;
}
