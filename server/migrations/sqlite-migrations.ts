import type { DatabaseSync } from 'node:sqlite';

/** Appended, never edited: version n is the n-th entry. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE forms (
    form_id   TEXT PRIMARY KEY,
    issued_at INTEGER NOT NULL,
    device_id TEXT,
    kind      TEXT CHECK (kind IN ('registration', 'replacement'))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE submissions (
    form_id     TEXT PRIMARY KEY REFERENCES forms (form_id),
    is_business INTEGER NOT NULL CHECK (is_business IN (0, 1)),
    latitude    REAL,
    longitude   REAL,
    form_data   TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE signatures (
    form_id      TEXT NOT NULL REFERENCES forms (form_id),
    position     INTEGER NOT NULL,
    storage_name TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size         INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    received_at  INTEGER NOT NULL,
    PRIMARY KEY (form_id, position)
  ) STRICT;

  CREATE TABLE documents (
    form_file_id TEXT PRIMARY KEY,
    form_id      TEXT NOT NULL REFERENCES forms (form_id),
    category     TEXT NOT NULL
                 CHECK (category IN ('idDocument', 'companyRegistrationDocument', 'policeDocument')),
    storage_name TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size         INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    received_at  INTEGER NOT NULL,
    UNIQUE (form_id, name)
  ) STRICT;

  CREATE TABLE answers (
    device_id       TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash    TEXT NOT NULL,
    status_code     INTEGER NOT NULL,
    body            TEXT NOT NULL,
    stored_at       INTEGER NOT NULL,
    PRIMARY KEY (device_id, idempotency_key)
  ) STRICT;
  CREATE INDEX answers_by_age ON answers (stored_at);
  `,
  // One row each: which folder of files belongs to this database, and what the clock has shown so far.
  `
  CREATE TABLE identity (
    id TEXT NOT NULL
  ) STRICT;

  CREATE TABLE clock (
    trusted INTEGER NOT NULL,
    seen    INTEGER NOT NULL
  ) STRICT;
  `,
  // So that an answer goes with the form that it speaks of; answers of before do not say it.
  `
  ALTER TABLE answers ADD COLUMN form_id TEXT;
  CREATE INDEX answers_by_form ON answers (form_id);
  `,
  // The device that asked for a form id. Most ids are never used, and one device may ask without end.
  `
  ALTER TABLE forms ADD COLUMN issued_to TEXT;
  CREATE INDEX forms_unused ON forms (issued_to, issued_at) WHERE device_id IS NULL;
  `,
  // Which kinds of documents there are, the app's table says; the database takes a new one without a step of its own.
  // The row's number is kept: it is the order in which a form's documents came.
  `
  CREATE TABLE documents_of_any_kind (
    form_file_id TEXT PRIMARY KEY,
    form_id      TEXT NOT NULL REFERENCES forms (form_id),
    category     TEXT NOT NULL,
    storage_name TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size         INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    received_at  INTEGER NOT NULL,
    UNIQUE (form_id, name)
  ) STRICT;
  INSERT INTO documents_of_any_kind
    (rowid, form_file_id, form_id, category, storage_name, name, content_type, size, sha256, received_at)
    SELECT rowid, form_file_id, form_id, category, storage_name, name, content_type, size, sha256, received_at
    FROM documents;
  DROP TABLE documents;
  ALTER TABLE documents_of_any_kind RENAME TO documents;
  `,
  // The order of arrival in a column of its own: another database has no row numbers.
  `
  ALTER TABLE documents ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  UPDATE documents SET position = rowid;
  `,
  // Files to delete after a commit (a crash in between must not leave them), and progress of jobs.
  `
  CREATE TABLE garbage (
    storage_name TEXT PRIMARY KEY,
    since        INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE marks (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Registrations are encrypted: forms in `sealed`, files with the key in `sealed_key`. Older rows keep their plaintext until the
  // server has encrypted them, one by one.
  `
  CREATE TABLE sealed_submissions (
    form_id     TEXT PRIMARY KEY REFERENCES forms (form_id),
    is_business INTEGER NOT NULL CHECK (is_business IN (0, 1)),
    latitude    REAL,
    longitude   REAL,
    form_data   TEXT,
    sealed      TEXT,
    received_at INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO sealed_submissions
    (form_id, is_business, latitude, longitude, form_data, received_at, updated_at)
    SELECT form_id, is_business, latitude, longitude, form_data, received_at, updated_at
    FROM submissions;
  DROP TABLE submissions;
  ALTER TABLE sealed_submissions RENAME TO submissions;
  CREATE INDEX submissions_plain ON submissions (form_id) WHERE sealed IS NULL;

  ALTER TABLE documents ADD COLUMN sealed_key TEXT;
  ALTER TABLE signatures ADD COLUMN sealed_key TEXT;
  CREATE INDEX documents_plain ON documents (storage_name) WHERE sealed_key IS NULL;
  CREATE INDEX signatures_plain ON signatures (storage_name) WHERE sealed_key IS NULL;
  CREATE INDEX answers_plain ON answers (device_id) WHERE length(request_hash) = 64;
  `,
  // The search terms of forms, as keyed hashes. A job adds those of older forms.
  `
  CREATE TABLE search_terms (
    term    TEXT NOT NULL,
    form_id TEXT NOT NULL REFERENCES forms (form_id),
    PRIMARY KEY (term, form_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX search_terms_by_form ON search_terms (form_id);
  `,
  // The change of a form that its hashes belong to. An older server beside this one changes forms and makes no hashes.
  `
  ALTER TABLE submissions ADD COLUMN indexed_at INTEGER;
  CREATE INDEX submissions_not_indexed ON submissions (form_id)
    WHERE indexed_at IS NULL OR indexed_at <> updated_at;
  DELETE FROM marks WHERE name = 'terms';
  `,
  // How much time has passed, apart from the times that the machine's clock says, and how much had passed at each change of
  // a form. A form that came under a clock that was years behind looks old, but is not.
  `
  ALTER TABLE clock ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE clock ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE signatures ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE documents ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  `,
];

/**
 * Brings the database to the newest version, each step in a transaction of its own. Running it
 * again does nothing. Throws on a database that a newer server has written.
 */
export function migrate(database: DatabaseSync, steps: readonly string[]): void {
  const version = versionOf(database);
  if (version > steps.length) {
    throw new Error(`The database has version ${version}; this server knows ${steps.length}.`);
  }
  for (const [index, step] of steps.entries()) {
    if (index >= version) apply(database, step, index + 1);
  }
}

function apply(database: DatabaseSync, step: string, version: number): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(step);
    // user_version is part of the transaction: a kill in between leaves the old version whole.
    database.exec(`PRAGMA user_version = ${version}; COMMIT;`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
