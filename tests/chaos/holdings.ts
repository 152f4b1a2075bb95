import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openedFile, type SealedFile } from '../../server/files/sealed-files.ts';
import type { KeyRing } from '../../server/keys/key-ring.ts';
import { keysBeside, storedForms } from '../support/server/stored-forms.ts';

export type HeldFile = Readonly<{
  name: string;
  /** As the backend's database has it. */
  sha256: string;
  /** Whether the file that lies in its folder is really that one. */
  isWhole: boolean;
}>;
export type Held = Readonly<{
  simCardNumber: string;
  signatures: number;
  documents: readonly HeldFile[];
}>;

/** Everything the backend holds of forms whose fields have come, from its database and its folder of files. */
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
