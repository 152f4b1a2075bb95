import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type KeyRing, keyRing, newKeys } from '../../../server/keys/key-ring.ts';
import { findKeys } from '../../../server/keys/keys-file.ts';
import type {
  FormContent,
  FormOwner,
  StoredDocument,
  StoredFile,
} from '../../../server/repository/repository-port.ts';
import type { DocumentKind } from '../../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { query } from './postgres.ts';

export type Row = Record<string, SQLOutputValue>;

/** Throws if the column has no text. The schema is STRICT, so this is a bug. */
function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** Throws if the column has no number. */
function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

function fileFrom(row: Row): StoredFile {
  return {
    storageName: textIn(row, 'storage_name'),
    name: textIn(row, 'name'),
    contentType: textIn(row, 'content_type'),
    size: numberIn(row, 'size'),
    sha256: textIn(row, 'sha256'),
    // An older server's table has no such column.
    sealedKey: typeof row['sealed_key'] === 'string' ? row['sealed_key'] : null,
  };
}

function documentFrom(row: Row): StoredDocument {
  return {
    ...fileFrom(row),
    formFileId: textIn(row, 'form_file_id'),
    receivedAt: numberIn(row, 'received_at'),
  };
}

/** Everything that the server stores of one form. */
export type StoredForm = Readonly<{
  formId: string;
  /** Null: no call has used the form yet. */
  owner: FormOwner | null;
  content: FormContent | null;
  signature: readonly StoredFile[];
  /** In the order of arrival. */
  documents: readonly (StoredDocument & Readonly<{ category: DocumentKind }>)[];
}>;

const questions = {
  forms: 'SELECT * FROM forms LEFT JOIN submissions USING (form_id) ORDER BY received_at',
  signatures: 'SELECT * FROM signatures ORDER BY position',
  documents: 'SELECT * FROM documents ORDER BY position',
} as const;

/**
 * Reads every form of the server's database. The server may be running. Forms with received fields come last, in the order of their
 * arrival.
 */
export function storedForms(
  databaseFile: string,
  ring: KeyRing = keysBeside(databaseFile),
): readonly StoredForm[] {
  if (!existsSync(databaseFile)) return [];
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 });
  try {
    // One transaction, so that a running server's commit is seen completely or not at all.
    database.exec('BEGIN');
    const rows = (question: string) => database.prepare(question).all();
    return formsOf(
      ring,
      rows(questions.forms),
      rows(questions.signatures),
      rows(questions.documents),
    );
  } finally {
    database.close();
  }
}

/** Reads every form of a PostgreSQL database. No server may write to it meanwhile. */
export async function storedInPostgres(url: string, ring: KeyRing): Promise<readonly StoredForm[]> {
  const forms = await query(url, questions.forms);
  const signatures = await query(url, questions.signatures);
  return formsOf(ring, forms, signatures, await query(url, questions.documents));
}

function formsOf(
  ring: KeyRing,
  forms: readonly Row[],
  signatures: readonly Row[],
  documents: readonly Row[],
): readonly StoredForm[] {
  const [signed, documented] = [signatures, documents].map((rows) =>
    Map.groupBy(rows, (row) => textIn(row, 'form_id')),
  );
  return forms.map((row) => {
    const formId = textIn(row, 'form_id');
    return {
      formId,
      owner: row['device_id'] === null ? null : ownerFrom(formId, row),
      content: row['received_at'] === null ? null : contentFrom(ring, formId, row),
      signature: (signed?.get(formId) ?? []).map(fileFrom),
      documents: (documented?.get(formId) ?? []).map((document) => ({
        ...documentFrom(document),
        category: textIn(document, 'category') as DocumentKind,
      })),
    };
  });
}

const ownerFrom = (formId: string, row: Row): FormOwner => ({
  formId,
  deviceId: textIn(row, 'device_id'),
  kind: textIn(row, 'kind') as FormKind,
});

function contentFrom(ring: KeyRing, formId: string, row: Row): FormContent {
  // An older server's table has no such column.
  if (typeof row['sealed'] === 'string') {
    return { formId, ...JSON.parse(ring.open(textIn(row, 'sealed'))) };
  }
  return {
    formId,
    isBusinessCustomer: numberIn(row, 'is_business') === 1,
    latitude: row['latitude'] === null ? null : numberIn(row, 'latitude'),
    longitude: row['longitude'] === null ? null : numberIn(row, 'longitude'),
    formData: JSON.parse(textIn(row, 'form_data')),
  };
}

/** The keys of the server whose folder has this database. */
export const keysBeside = (databaseFile: string): KeyRing =>
  findKeys(null, dirname(databaseFile)).ring;

/** Waits until all animations have ended, so that a test measures the final state. Does not wait for endless ones, such as a spinner. */
export const atRest = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );

/** Creates new random keys. */
export const newRing = (): KeyRing => keyRing(newKeys());
