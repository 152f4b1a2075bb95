import { join } from 'node:path';
import { expect } from '@playwright/test';
import { storedFiles } from '../disk/stored-files.ts';
import { storedForms } from '../server/stored-forms.ts';

export type StoredRegistration = Readonly<{
  formId: string;
  formData: Record<string, unknown>;
  latitude: number | null;
  longitude: number | null;
  isBusiness: boolean;
  signatures: number;
  documents: readonly { name: string; category: string; size: number; contentType: string }[];
}>;

/** The forms whose fields the real backend has received, in the order of arrival. The backend may be running. */
export const storedRegistrations = (dataDir: string): StoredRegistration[] =>
  storedForms(join(dataDir, 'veld.sqlite')).flatMap(({ content, signature, documents, formId }) =>
    content === null
      ? []
      : {
          formId,
          formData: content.formData,
          latitude: content.latitude,
          longitude: content.longitude,
          isBusiness: content.isBusinessCustomer,
          signatures: signature.length,
          documents: documents.map(({ name, category, size, contentType }) => ({
            name,
            category,
            size,
            contentType,
          })),
        },
  );

const prefixes = {
  idDocument: 'id-document',
  companyRegistrationDocument: 'company-registration-document',
  policeDocument: 'police-document',
} as const;

export type DocumentKind = keyof typeof prefixes;

/** The ending of a sent document's file name, and its first bytes (hex), by its type. */
const forms: Readonly<Record<string, Readonly<{ end: string; begins: string }>>> = {
  'image/webp': { end: 'webp', begins: '52494646' },
  // A JPEG that is small enough is sent unchanged.
  'image/jpeg': { end: 'jpg', begins: 'ffd8ff' },
  'application/pdf': { end: 'pdf', begins: '25504446' },
};

/** Waits until the backend has `count` forms, each with a signature and `documents` files. Returns the forms. */
export async function waitForStored(
  dataDir: string,
  documents: number,
  count = 1,
): Promise<readonly StoredRegistration[]> {
  await expect
    .poll(
      () => storedRegistrations(dataDir).map((form) => [form.signatures, form.documents.length]),
      { timeout: 120_000, intervals: [250] },
    )
    .toEqual(Array.from({ length: count }, () => [1, documents]));
  return storedRegistrations(dataDir);
}

export type Expected = Readonly<{
  formData: Readonly<Record<string, unknown>>;
  latitude: number | null;
  longitude: number | null;
  isBusiness: boolean;
  /** In the order of sending. `bytes`: given if the stored file must be identical. */
  documents: readonly Readonly<{ kind: DocumentKind; bytes?: Buffer }>[];
}>;

/** Compares everything that the backend stores of a form. Compares a file byte by byte if `bytes` is given. */
export function expectStored(
  dataDir: string,
  stored: StoredRegistration | undefined,
  { documents, ...expected }: Expected,
): void {
  if (stored === undefined) throw new Error('The backend holds nothing.');
  const { formData, isBusiness, latitude, longitude } = stored;
  expect({ formData, isBusiness, latitude, longitude }).toEqual(expected);
  const [signature, ...files] = storedFiles(dataDir, stored.formId);
  expect(signature?.contentType).toBe('image/png');
  expect(signature?.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(signature?.bytes.length).toBeLessThanOrEqual(30_000);
  expect(files.map(({ category }) => category)).toEqual(documents.map(({ kind }) => kind));
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  for (const [index, file] of files.entries()) {
    const { kind, bytes } = documents[index] ?? { kind: 'idDocument' as const };
    const { begins, end } = forms[file.contentType] ?? { begins: 'unknown', end: 'unknown' };
    expect(file.name).toMatch(new RegExp(`^${prefixes[kind]}-[0-9a-f]{8}\\.${end}$`));
    expect(file.bytes.toString('hex', 0, begins.length / 2)).toBe(begins);
    if (end !== 'pdf') expect(file.bytes.length).toBeLessThanOrEqual(250_000);
    if (bytes !== undefined) expect(file.bytes.equals(bytes)).toBe(true);
  }
}
