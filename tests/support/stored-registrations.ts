import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type StoredRegistration = Readonly<{
  formId: string;
  formData: Record<string, unknown>;
  latitude: number | null;
  longitude: number | null;
  isBusiness: boolean;
  signatures: number;
  documents: readonly { name: string; category: string; size: number; contentType: string }[];
}>;

const DATABASE_NAME = 'veld.sqlite';

/** What the real backend holds, read from its own database file while it runs. */
export function storedRegistrations(dataDir: string): StoredRegistration[] {
  const path = join(dataDir, DATABASE_NAME);
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const rows = database.prepare('SELECT * FROM submissions ORDER BY received_at').all();
    const signatures = database.prepare(
      'SELECT count(*) AS count FROM signatures WHERE form_id = ?',
    );
    const documents = database.prepare(
      'SELECT name, category, size, content_type FROM documents WHERE form_id = ? ORDER BY rowid',
    );
    return rows.map((row) => {
      const formId = String(row['form_id']);
      return {
        formId,
        formData: JSON.parse(String(row['form_data'])) as Record<string, unknown>,
        latitude: row['latitude'] === null ? null : Number(row['latitude']),
        longitude: row['longitude'] === null ? null : Number(row['longitude']),
        isBusiness: row['is_business'] === 1,
        signatures: Number(signatures.get(formId)?.['count'] ?? 0),
        documents: documents.all(formId).map((document) => ({
          name: String(document['name']),
          category: String(document['category']),
          size: Number(document['size']),
          contentType: String(document['content_type']),
        })),
      };
    });
  } finally {
    database.close();
  }
}
