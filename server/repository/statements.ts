import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { MAX_UNUSED_FORMS } from './repository-port.ts';

const documentColumns = 'form_file_id, storage_name, name, content_type, size, sha256, received_at';

const sql = {
  issueForm: 'INSERT INTO forms (form_id, issued_to, issued_at) VALUES (?, ?, ?)',
  mayUse: `SELECT 1 FROM forms WHERE form_id = ?
    AND (device_id IS NULL OR (device_id = ? AND kind = ?))`,
  bindForm: `UPDATE forms SET device_id = ?, kind = ? WHERE form_id = ?
    AND (device_id IS NULL OR (device_id = ? AND kind = ?))`,
  saveSubmission: `INSERT INTO submissions
    (form_id, is_business, latitude, longitude, form_data, received_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (form_id) DO UPDATE SET is_business = excluded.is_business,
      latitude = excluded.latitude, longitude = excluded.longitude,
      form_data = excluded.form_data, updated_at = excluded.updated_at`,
  clearSignature: 'DELETE FROM signatures WHERE form_id = ? RETURNING storage_name',
  addSignature: `INSERT INTO signatures
    (form_id, position, storage_name, name, content_type, size, sha256, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  documentNamed: `SELECT ${documentColumns} FROM documents WHERE form_id = ? AND name = ?`,
  listDocuments: `SELECT ${documentColumns} FROM documents
    WHERE form_id = ? AND category = ? ORDER BY rowid`,
  addDocument: `INSERT INTO documents
    (form_file_id, form_id, category, storage_name, name, content_type, size, sha256, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  removeDocument: `DELETE FROM documents WHERE form_file_id = ? AND form_id = (
    SELECT form_id FROM forms WHERE form_id = ? AND device_id = ? AND kind = ?)
    RETURNING storage_name`,
  documentFor: `SELECT ${documentColumns} FROM documents JOIN forms USING (form_id)
    WHERE form_file_id = ? AND device_id = ?`,
  savedAnswer: `SELECT request_hash, status_code, body FROM answers
    WHERE device_id = ? AND idempotency_key = ?`,
  saveAnswer: `INSERT INTO answers
    (device_id, idempotency_key, form_id, request_hash, status_code, body, stored_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  purgeAnswers: 'DELETE FROM answers WHERE stored_at < ?',
  fileCount: 'SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM signatures) AS n',
  unknownAmong: `SELECT value AS storage_name FROM json_each(?)
    WHERE NOT EXISTS (SELECT 1 FROM documents WHERE storage_name = value)
    AND NOT EXISTS (SELECT 1 FROM signatures WHERE storage_name = value)`,
  // An answer of before it said its form is known by the documents that it lists.
  eraseAnswers: `DELETE FROM answers WHERE form_id = ?1 OR (form_id IS NULL AND EXISTS (
    SELECT 1 FROM documents WHERE form_id = ?1 AND instr(body, form_file_id) > 0))`,
  eraseDocuments: 'DELETE FROM documents WHERE form_id = ? RETURNING storage_name',
  eraseSubmission: 'DELETE FROM submissions WHERE form_id = ?',
  eraseForm: 'DELETE FROM forms WHERE form_id = ?',
  finishedForms: `SELECT form_id FROM submissions AS form WHERE updated_at < ?1
    AND (SELECT max(received_at) FROM signatures WHERE form_id = form.form_id) < ?1
    AND (SELECT max(received_at) FROM documents WHERE form_id = form.form_id) < ?1
    LIMIT ?2`,
  // The newest of a device wait for a year; those beyond, for a month.
  purgeForms: `DELETE FROM forms WHERE device_id IS NULL AND (issued_at < ?1 OR issued_at < ?2
    AND form_id IN (SELECT form_id FROM (
      SELECT form_id, row_number() OVER (PARTITION BY issued_to ORDER BY issued_at DESC) AS place
      FROM forms WHERE device_id IS NULL AND issued_to IS NOT NULL) WHERE place > ${MAX_UNUSED_FORMS}))`,
  identity: 'SELECT id FROM identity',
  forgetIdentity: 'DELETE FROM identity',
  identify: 'INSERT INTO identity (id) VALUES (?)',
  clock: 'SELECT trusted, seen FROM clock',
  forgetClock: 'DELETE FROM clock',
  setClock: 'INSERT INTO clock (trusted, seen) VALUES (?, ?)',
  probe: 'UPDATE clock SET seen = seen',
} as const;

export type Statements = Readonly<Record<keyof typeof sql, StatementSync>>;

/** Every statement is prepared once, at start: a storm of calls pays for none of them again. */
export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(sql).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared);
}
