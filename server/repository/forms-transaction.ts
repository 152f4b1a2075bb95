import { type Insertable, type Selectable, sql } from 'kysely';
import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import {
  type SearchKind,
  searchableFields,
  searchKinds,
} from '../../src/domain/forms/form-kinds.ts';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';
import { type Db, prepared, type Schema } from '../database/engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type {
  FormContent,
  FormOwner,
  FormsTransaction,
  StoredDocument,
  StoredFile,
} from './repository-port.ts';

/** The first 16 of the hash's 32 bytes: enough to avoid equal hashes for different texts. */
const TERM_BYTES = 16;

/** Lower-case letters and digits without accents. Anything else counts as a space. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const unspaced = (text: string): string => folded(text).replaceAll(' ', '');

/**
 * Normalises searched and stored texts in the same way. The database stores hashes of the results. After a change here,
 * a migration must empty `indexed_at`, so that a job makes the hashes again.
 */
const normalised: Readonly<Record<SearchKind, (text: string) => string>> = {
  // Maps letters that no reference has to the digits that they look like.
  reference: (text) => unspaced(text).replaceAll('o', '0').replace(/[il]/g, '1'),
  sim: unspaced,
  // People write 082…, the API sends 2782….
  phone: (text) => unspaced(text).replace(/^0(?=\d{9}$)/, '27'),
  identity: unspaced,
  surname: folded,
  business: folded,
};

/**
 * A search term: a keyed hash of a whole text. Equal texts of a kind have equal terms. Without the key, a term reveals
 * nothing else.
 */
export const termOf = ({ mac }: KeyRing, kind: SearchKind, text: string): string =>
  mac(`search ${kind}`, normalised[kind](text)).subarray(0, TERM_BYTES).toString('hex');

/** All search terms of a form. The reference is always among them. */
export function termsOf(
  ring: KeyRing,
  content: Pick<FormContent, 'formId' | 'formData'>,
): string[] {
  const reference = referenceOf(formId(content.formId)) ?? content.formId;
  const terms = [termOf(ring, 'reference', reference)];
  for (const kind of searchKinds) {
    for (const name of searchableFields[kind]) {
      const value = content.formData[name];
      if (value !== undefined) terms.push(termOf(ring, kind, String(value)));
    }
  }
  return [...new Set(terms)];
}

export const documentColumns = [
  'form_file_id',
  'storage_name',
  'documents.name',
  'content_type',
  'size',
  'sha256',
  'sealed_key',
  'received_at',
] as const;

export const documentFrom = (
  row: Omit<Selectable<Schema['documents']>, 'form_id' | 'category' | 'position' | 'passed'>,
): StoredDocument => ({
  formFileId: row.form_file_id,
  storageName: row.storage_name,
  name: row.name,
  contentType: row.content_type,
  size: row.size,
  sha256: row.sha256,
  sealedKey: row.sealed_key,
  receivedAt: row.received_at,
});

const columnsOf = ({ storageName, name, contentType, size, sha256, sealedKey }: StoredFile) => ({
  storage_name: storageName,
  name,
  content_type: contentType,
  size,
  sha256,
  sealed_key: sealedKey,
});

type OfForm = Readonly<{ formId: string }>;

const bindForm = prepared((db, { formId, deviceId, kind }: FormOwner) =>
  db
    .updateTable('forms')
    .set({ device_id: deviceId, kind })
    .where('form_id', '=', formId)
    .where(isFreeFor(deviceId, kind)),
);

/** The clock's `passed` now. Each row of a form stores the value of its last change. */
const passedNow = sql<number>`(select coalesce(max(passed), 0) from clock)`;

const saveContent = prepared((db, row: Insertable<Schema['submissions']>) => {
  const { is_business, sealed, updated_at, indexed_at } = row;
  // If a phone sends an old unencrypted form again, its plaintext is removed.
  const none = { latitude: null, longitude: null, form_data: null };
  const content = { is_business, sealed, updated_at, indexed_at, passed: passedNow, ...none };
  return db
    .insertInto('submissions')
    .values({ form_id: row.form_id, received_at: row.received_at, ...content })
    .onConflict((conflict) => conflict.column('form_id').doUpdateSet(content));
});

/** Adds the form to the registrations, or records that its fields arrived again. */
const enterRegistration = prepared(
  (db, { formId, at, corrects }: OfForm & Readonly<{ at: number; corrects: string | null }>) =>
    db
      .insertInto('registrations')
      .values({
        form_id: formId,
        device_id: sql<string>`(select device_id from forms where form_id = ${formId})`,
        state: 'arriving',
        state_at: at,
        changed_at: at,
        corrects,
        from_revoked: 0,
      })
      .onConflict((conflict) =>
        conflict.column('form_id').doUpdateSet({ changed_at: at, corrects }),
      ),
);

const deleteSignature = prepared((db, { formId }: OfForm) =>
  db.deleteFrom('signatures').where('form_id', '=', formId).returning('storage_name'),
);

const insertSignature = prepared((db, row: Insertable<Schema['signatures']>) =>
  db.insertInto('signatures').values({
    form_id: row.form_id,
    position: row.position,
    received_at: row.received_at,
    storage_name: row.storage_name,
    name: row.name,
    content_type: row.content_type,
    size: row.size,
    sha256: row.sha256,
    sealed_key: row.sealed_key,
    passed: passedNow,
  }),
);

const documentNamed = prepared((db, { formId, name }: OfForm & Readonly<{ name: string }>) =>
  db
    .selectFrom('documents')
    .select(documentColumns)
    .where('form_id', '=', formId)
    .where('name', '=', name),
);

const listDocuments = prepared(
  (db, { formId, category }: OfForm & Readonly<{ category: DocumentKind }>) =>
    db
      .selectFrom('documents')
      .select(documentColumns)
      .where('form_id', '=', formId)
      .where('category', '=', category)
      .orderBy('position'),
);

const insertDocument = prepared((db, row: Omit<Insertable<Schema['documents']>, 'position'>) =>
  db.insertInto('documents').values((from) => ({
    form_file_id: row.form_file_id,
    form_id: row.form_id,
    category: row.category,
    received_at: row.received_at,
    storage_name: row.storage_name,
    name: row.name,
    content_type: row.content_type,
    size: row.size,
    sha256: row.sha256,
    sealed_key: row.sealed_key,
    passed: passedNow,
    // The order of arrival within the form. The transaction has locked the form, so no position is used twice.
    position: from
      .selectFrom('documents')
      .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
      .where('form_id', '=', row.form_id),
  })),
);

const removeDocument = prepared(
  (db, { formId, deviceId, kind, formFileId }: FormOwner & Readonly<{ formFileId: string }>) =>
    db
      .deleteFrom('documents')
      .where('form_file_id', '=', formFileId)
      .where('form_id', 'in', (from) =>
        from
          .selectFrom('forms')
          .select('form_id')
          .where('form_id', '=', formId)
          .where('device_id', '=', deviceId)
          .where('kind', '=', kind),
      )
      .returning('storage_name'),
);

export const sealedContent = (
  ring: KeyRing,
  { isBusinessCustomer, latitude, longitude, formData }: Omit<FormContent, 'formId'>,
): string => ring.seal(JSON.stringify({ isBusinessCustomer, latitude, longitude, formData }));

const deleteTerms = prepared((db, { formId }: OfForm) =>
  db.deleteFrom('search_terms').where('form_id', '=', formId),
);

export async function saveTerms(db: Db, formId: string, terms: readonly string[]): Promise<void> {
  await deleteTerms(db, { formId });
  const rows = terms.map((term) => ({ term, form_id: formId }));
  await db.insertInto('search_terms').values(rows).execute();
}

/**
 * The changes that the effect of `exactlyOnce` can make. The caller has begun the transaction. `changed` gets the ids of
 * the forms that were changed.
 */
export function formsTransaction(db: Db, ring: KeyRing, changed: Set<string>): FormsTransaction {
  return {
    bindForm: async (owner) => (await bindForm(db, owner)).numAffectedRows !== 0n,
    saveContent: async (content, at, corrects = null) => {
      changed.add(content.formId);
      await saveContent(db, {
        form_id: content.formId,
        is_business: content.isBusinessCustomer ? 1 : 0,
        sealed: sealedContent(ring, content),
        received_at: at,
        updated_at: at,
        indexed_at: at,
      });
      await saveTerms(db, content.formId, termsOf(ring, content));
      await enterRegistration(db, { formId: content.formId, at, corrects });
    },
    replaceSignature: async (formId, files, at) => {
      changed.add(formId);
      const freed = await deleteSignature(db, { formId });
      for (const [position, file] of files.entries()) {
        const row = { form_id: formId, position, received_at: at, ...columnsOf(file) };
        await insertSignature(db, row);
      }
      const names = freed.rows.map((row) => row.storage_name);
      await addGarbage(db, names, at);
      return names;
    },
    documentNamed: async (formId, name) => {
      const [row] = (await documentNamed(db, { formId, name })).rows;
      return row === undefined ? null : documentFrom(row);
    },
    listDocuments: async (formId, category) =>
      (await listDocuments(db, { formId, category })).rows.map(documentFrom),
    addDocument: async (formId, category, document) => {
      changed.add(formId);
      const { formFileId, receivedAt } = document;
      const row = { form_file_id: formFileId, form_id: formId, category, received_at: receivedAt };
      await insertDocument(db, { ...row, ...columnsOf(document) });
    },
    removeDocument: async (owner, formFileId, at) => {
      const [row] = (await removeDocument(db, { ...owner, formFileId })).rows;
      if (row === undefined) return null;
      changed.add(owner.formId);
      await addGarbage(db, [row.storage_name], at);
      return row.storage_name;
    },
  };
}

/** Records files to delete. Call it in the transaction that frees the files, so that none is forgotten. */
export async function addGarbage(
  db: Db,
  storageNames: readonly string[],
  since: number,
): Promise<void> {
  if (storageNames.length === 0) return;
  const rows = storageNames.map((storage_name) => ({ storage_name, since }));
  await db.insertInto('garbage').values(rows).execute();
}

/** True if the form is bound to no device, or to this device and kind. */
export const isFreeFor = (deviceId: string, kind: string) =>
  sql<boolean>`(device_id is null or (device_id = ${deviceId} and kind = ${kind}))`;
