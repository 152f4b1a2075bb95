import type { SQLOutputValue } from 'node:sqlite';
import type { StoredDocument, StoredFile } from '../../server/repository/repository-port.ts';

export type Row = Record<string, SQLOutputValue>;

/** Throws when the column does not hold text: the schema is STRICT, so that is a bug. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** Throws when the column does not hold a number. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

export function fileFrom(row: Row): StoredFile {
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

export function documentFrom(row: Row): StoredDocument {
  return {
    ...fileFrom(row),
    formFileId: textIn(row, 'form_file_id'),
    receivedAt: numberIn(row, 'received_at'),
  };
}
