import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedForms } from '../support/stored-forms.ts';

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
export const holdings = (dataDir: string): readonly Held[] =>
  storedForms(join(dataDir, 'veld.sqlite')).flatMap(({ content, signature, documents }) =>
    content === null
      ? []
      : {
          simCardNumber: String(content.formData['simCardNumber'] ?? ''),
          signatures: signature.length,
          documents: documents.map(({ name, sha256, storageName }) => ({
            name,
            sha256,
            isWhole: hashOf(join(dataDir, 'files', storageName)) === sha256,
          })),
        },
  );

const hashOf = (path: string): string | null =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null;
