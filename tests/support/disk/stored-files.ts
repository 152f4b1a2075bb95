import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openedFile } from '../../../server/files/sealed-files.ts';
import type { SentFileKind } from '../../../src/domain/forms/sent-files.ts';
import { keysBeside, storedForms } from '../server/stored-forms.ts';

export type StoredFile = Readonly<{
  category: SentFileKind;
  name: string;
  contentType: string;
  bytes: Buffer;
}>;

/** The files that the real backend stores for a form, decrypted: the signature, then the documents in the order of arrival. */
export function storedFiles(dataDir: string, formId: string): readonly StoredFile[] {
  const database = join(dataDir, 'veld.sqlite');
  const ring = keysBeside(database);
  const forms = storedForms(database, ring);
  const form = forms.find((each) => each.formId === formId);
  const signature = form?.signature.map((file) => ({ ...file, category: 'signature' as const }));
  return [...(signature ?? []), ...(form?.documents ?? [])].map((file) => ({
    category: file.category,
    name: file.name,
    contentType: file.contentType,
    bytes: openedFile(readFileSync(join(dataDir, 'files', file.storageName)), file, ring),
  }));
}
