import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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

/** Everything the backend holds, from its database and its folder of files. */
export function holdings(dataDir: string): readonly Held[] {
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'), {
    readOnly: true,
    timeout: 5_000,
  });
  try {
    const files = database.prepare(
      'SELECT name, sha256, storage_name FROM documents WHERE form_id = ? ORDER BY rowid',
    );
    const signatures = database.prepare(
      'SELECT count(*) AS count FROM signatures WHERE form_id = ?',
    );
    return database
      .prepare('SELECT form_id, form_data FROM submissions')
      .all()
      .map((row) => {
        const formId = String(row['form_id']);
        const data = JSON.parse(String(row['form_data'])) as { simCardNumber?: string };
        return {
          simCardNumber: data.simCardNumber ?? '',
          signatures: Number(signatures.get(formId)?.['count'] ?? 0),
          documents: files.all(formId).map((file) => {
            const path = join(dataDir, 'files', String(file['storage_name']));
            const sha256 = String(file['sha256']);
            return { name: String(file['name']), sha256, isWhole: hashOf(path) === sha256 };
          }),
        };
      });
  } finally {
    database.close();
  }
}

const hashOf = (path: string): string | null =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null;
