import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type StoredFile = Readonly<{
  category: 'signature' | 'idDocument' | 'companyRegistrationDocument' | 'policeDocument';
  name: string;
  contentType: string;
  bytes: Buffer;
}>;

/** The files that the real backend holds for one form, with their bytes: the signature, then documents as they came. */
export function storedFiles(dataDir: string, formId: string): readonly StoredFile[] {
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'), {
    readOnly: true,
    timeout: 5_000,
  });
  try {
    const rows = [
      ...database
        .prepare("SELECT *, 'signature' AS category FROM signatures WHERE form_id = ?")
        .all(formId),
      ...database.prepare('SELECT * FROM documents WHERE form_id = ? ORDER BY rowid').all(formId),
    ];
    return rows.map((row) => ({
      category: String(row['category']) as StoredFile['category'],
      name: String(row['name']),
      contentType: String(row['content_type']),
      bytes: readFileSync(join(dataDir, 'files', String(row['storage_name']))),
    }));
  } finally {
    database.close();
  }
}
