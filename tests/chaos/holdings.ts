import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openedFile, type SealedFile } from '../../server/files/sealed-files.ts';
import type { KeyRing } from '../../server/keys/key-ring.ts';
import { keysBeside, storedForms } from '../support/server/stored-forms.ts';

export type HeldFile = Readonly<{
  name: string;
  /** The hash in the backend's database. */
  sha256: string;
  /** True if the file in the backend's folder has this hash. */
  isWhole: boolean;
}>;
export type Held = Readonly<{
  simCardNumber: string;
  signatures: number;
  documents: readonly HeldFile[];
}>;

/** Returns everything that the backend has of forms whose fields have arrived. Reads the backend's database and its folder of files. */
export function holdings(dataDir: string): readonly Held[] {
  const database = join(dataDir, 'veld.sqlite');
  const ring = keysBeside(database);
  return storedForms(database, ring).flatMap(({ content, signature, documents }) =>
    content === null
      ? []
      : {
          simCardNumber: String(content.formData['simCardNumber'] ?? ''),
          signatures: signature.length,
          documents: documents.map((file) => ({
            name: file.name,
            sha256: file.sha256,
            isWhole: hashOf(dataDir, file, ring) === file.sha256,
          })),
        },
  );
}

function hashOf(dataDir: string, file: SealedFile, ring: KeyRing): string | null {
  const path = join(dataDir, 'files', file.storageName);
  if (!existsSync(path)) return null;
  return createHash('sha256')
    .update(openedFile(readFileSync(path), file, ring))
    .digest('hex');
}
