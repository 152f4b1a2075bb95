import { type Insertable, type Selectable, sql } from 'kysely';
import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import { type Db, type Engine, prepared, type Schema } from '../database/engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type {
  FormContent,
  FormOwner,
  FormsTransaction,
  StoredDocument,
  StoredFile,
} from './repository-port.ts';
import { saveTerms, termsOf } from './search-terms.ts';

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

/**
 * A form of a transaction that has locked its row. The values are those of the rows at first. Each change of the
 * transaction also changes them, so nothing is read twice.
 */
export interface LockedForm {
  readonly formId: string;
  /** Null if no device has the form. */
  deviceId: string | null;
  kind: string | null;
  /** Null if its fields have not arrived. */
  state: Schema['registrations']['state'] | null;
  corrects: string | null;
  readonly isFromRevoked: boolean;
  readonly isDeviceRevoked: boolean;
  isSigned: boolean;
  /** All kinds, sorted by arrival. */
  documents: readonly Filed[];
  isChanged: boolean;
}

type Filed = Readonly<{ category: DocumentKind; document: StoredDocument }>;

/** True if the form has no device, or this device and kind. */
export const isFreeFor = (
  form: Readonly<{ deviceId: string | null; kind: string | null }>,
  { deviceId, kind }: FormOwner,
): boolean => form.deviceId === null || (form.deviceId === deviceId && form.kind === kind);

const factsOf = prepared((db, { formId, deviceId }: OfForm & Readonly<{ deviceId: string }>) =>
  db
    .selectFrom('forms')
    .leftJoin('registrations', 'registrations.form_id', 'forms.form_id')
    .leftJoin('devices', (join) => join.on('devices.device_id', '=', deviceId))
    .select((row) => [
      'forms.device_id',
      'forms.kind',
      'registrations.state',
      'registrations.corrects',
      'registrations.from_revoked',
      'devices.state as device_state',
      row
        .selectFrom('signatures')
        .select((signature) => signature.fn.countAll<number>().as('count'))
        .where('signatures.form_id', '=', formId)
        .as('signatures'),
    ])
    .where('forms.form_id', '=', formId),
);

const documentsOf = prepared((db, { formId }: OfForm) =>
  db
    .selectFrom('documents')
    .select([...documentColumns, 'category'])
    .where('form_id', '=', formId)
    .orderBy('position'),
);

type FiledRow = Parameters<typeof documentFrom>[0] & Readonly<{ category: DocumentKind }>;

const filedFrom = (row: FiledRow): Filed => ({
  category: row.category,
  document: documentFrom(row),
});

/** Reads the form for a call of this device. The caller has called for its lock. Null if there is no such form. */
export async function readForm(
  db: Db,
  owner: Pick<FormOwner, 'formId' | 'deviceId'>,
): Promise<LockedForm | null> {
  const [facts, documents] = await Promise.all([factsOf(db, owner), documentsOf(db, owner)]);
  const [row] = facts.rows;
  if (row === undefined) return null;
  return {
    formId: owner.formId,
    deviceId: row.device_id,
    kind: row.kind,
    state: row.state,
    corrects: row.corrects,
    isFromRevoked: row.from_revoked === 1,
    isDeviceRevoked: row.device_state === 'revoked',
    isSigned: Number(row.signatures) > 0,
    documents: documents.rows.map(filedFrom),
    isChanged: false,
  };
}

const bindForm = prepared((db, { formId, deviceId, kind }: FormOwner) =>
  db.updateTable('forms').set({ device_id: deviceId, kind }).where('form_id', '=', formId),
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

/**
 * The changes that the effect of `exactlyOnce` can make. The caller has begun the transaction. `opened`: the form of the
 * claim, already locked. `form`: the form that the effect has bound.
 */
export function formsTransaction(
  db: Db,
  { lockForm, enqueue }: Pick<Engine, 'lockForm' | 'enqueue'>,
  ring: KeyRing,
  opened: LockedForm | null,
): FormsTransaction & Readonly<{ form: () => LockedForm | null }> {
  let bound: LockedForm | null = null;
  const changed = (formId: string): LockedForm => {
    if (bound?.formId !== formId)
      throw new Error('An effect changes a form that it has not bound.');
    bound.isChanged = true;
    return bound;
  };
  const locked = async (owner: FormOwner): Promise<LockedForm | null> => {
    if (opened?.formId === owner.formId) return opened;
    const [, form] = await Promise.all([lockForm(db, owner.formId), readForm(db, owner)]);
    return form;
  };
  const filed = async (formId: string): Promise<readonly Filed[]> =>
    bound?.formId === formId
      ? bound.documents
      : (await documentsOf(db, { formId })).rows.map(filedFrom);
  return {
    form: () => bound,
    bindForm: async (owner) => {
      const form = await locked(owner);
      if (form === null || !isFreeFor(form, owner)) return false;
      bound = form;
      if (form.deviceId === null) {
        form.deviceId = owner.deviceId;
        form.kind = owner.kind;
        await enqueue(bindForm(db, owner));
      }
      return true;
    },
    saveContent: async (content, at, corrects = null) => {
      const { formId } = content;
      const form = changed(formId);
      form.state ??= 'arriving';
      form.corrects = corrects;
      await enqueue(
        saveContent(db, {
          form_id: formId,
          is_business: content.isBusinessCustomer ? 1 : 0,
          sealed: sealedContent(ring, content),
          received_at: at,
          updated_at: at,
          indexed_at: at,
        }),
      );
      await saveTerms(db, enqueue, formId, termsOf(ring, content));
      await enqueue(enterRegistration(db, { formId, at, corrects }));
    },
    replaceSignature: async (formId, files, at) => {
      const form = changed(formId);
      const freed = form.isSigned ? (await deleteSignature(db, { formId })).rows : [];
      form.isSigned = files.length > 0;
      for (const [position, file] of files.entries()) {
        const row = { form_id: formId, position, received_at: at, ...columnsOf(file) };
        await enqueue(insertSignature(db, row));
      }
      const names = freed.map((row) => row.storage_name);
      await addGarbage(db, names, at);
      return names;
    },
    documentNamed: async (formId, name) => {
      const found = (await filed(formId)).find(({ document }) => document.name === name);
      return found === undefined ? null : { ...found.document, category: found.category };
    },
    listDocuments: async (formId, category) =>
      (await filed(formId)).flatMap((it) => (it.category === category ? [it.document] : [])),
    addDocument: async (formId, category, document) => {
      const form = changed(formId);
      form.documents = [...form.documents, { category, document }];
      const { formFileId, receivedAt } = document;
      const row = { form_file_id: formFileId, form_id: formId, category, received_at: receivedAt };
      await enqueue(insertDocument(db, { ...row, ...columnsOf(document) }));
    },
    removeDocument: async (owner, formFileId, at) => {
      const [row] = (await removeDocument(db, { ...owner, formFileId })).rows;
      if (row === undefined) return null;
      const form = changed(owner.formId);
      form.documents = form.documents.filter((it) => it.document.formFileId !== formFileId);
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
