import type { DatabaseSync } from 'node:sqlite';
import { NewerDatabase } from '../operator-error.ts';

/** SQLite's migrations: version n is the n-th entry. Add new ones at the end. Never edit an old one. */
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
  // Each table has one row. `identity` has the id that the database shares with its folder of files. `clock` has the
  // readings of the clock.
  `
  CREATE TABLE identity (
    id TEXT NOT NULL
  ) STRICT;

  CREATE TABLE clock (
    trusted INTEGER NOT NULL,
    seen    INTEGER NOT NULL
  ) STRICT;
  `,
  // `form_id` lets an erasure delete the answers of a form. It is null in older answers.
  `
  ALTER TABLE answers ADD COLUMN form_id TEXT;
  CREATE INDEX answers_by_form ON answers (form_id);
  `,
  // The device that requested a form id. Most ids are never used, and one device may request any number.
  `
  ALTER TABLE forms ADD COLUMN issued_to TEXT;
  CREATE INDEX forms_unused ON forms (issued_to, issued_at) WHERE device_id IS NULL;
  `,
  // Removes the check of document kinds. The app defines the kinds, so a new kind needs no migration. The rowid stays:
  // it is the order in which a form's documents arrived.
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
  // Stores the order of arrival in a column, because PostgreSQL has no row numbers.
  `
  ALTER TABLE documents ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  UPDATE documents SET position = rowid;
  `,
  // `garbage`: files to delete after a commit, so that a crash in between does not leave them. `marks`: the progress of
  // jobs.
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
  // The search terms of forms, as keyed hashes. A job adds the terms of older forms.
  `
  CREATE TABLE search_terms (
    term    TEXT NOT NULL,
    form_id TEXT NOT NULL REFERENCES forms (form_id),
    PRIMARY KEY (term, form_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX search_terms_by_form ON search_terms (form_id);
  `,
  // `indexed_at`: a copy of `updated_at` from when a form's search terms were made. If the two differ, the terms are
  // out of date.
  `
  ALTER TABLE submissions ADD COLUMN indexed_at INTEGER;
  CREATE INDEX submissions_not_indexed ON submissions (form_id)
    WHERE indexed_at IS NULL OR indexed_at <> updated_at;
  DELETE FROM marks WHERE name = 'terms';
  `,
  // `passed` counts the time that has passed, apart from what the machine's clock says. Rows store it at each change of
  // a form. A form that arrived while the clock was years behind looks old, but is not.
  `
  ALTER TABLE clock ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE clock ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE signatures ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE documents ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
  `,
  // The state of each form, for its phone. `device_seq`: the place of its newest state among the states of its device.
  // `devices.seq`: the highest such place. All complete forms get a place, because a phone expects each to be listed.
  // `epoch` is part of every cursor. If it changes, phones read from the start.
  `
  CREATE TABLE registrations (
    form_id      TEXT PRIMARY KEY REFERENCES forms (form_id),
    device_id    TEXT NOT NULL,
    state        TEXT NOT NULL,
    state_at     INTEGER NOT NULL,
    changed_at   INTEGER NOT NULL,
    code         TEXT,
    text         TEXT,
    device_seq   INTEGER,
    corrects     TEXT,
    corrected_by TEXT,
    from_revoked INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,
    seq       INTEGER NOT NULL,
    state     TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO registrations (form_id, device_id, state, state_at, changed_at, device_seq, from_revoked)
    SELECT form_id, device_id, state, state_at, changed_at,
      CASE state WHEN 'received'
        THEN row_number() OVER (PARTITION BY device_id, state ORDER BY state_at, form_id) END, 0
    FROM (
      SELECT submissions.form_id, forms.device_id, updated_at AS changed_at,
        CASE WHEN signed_at IS NULL OR documented_at IS NULL THEN 'arriving' ELSE 'received' END AS state,
        max(updated_at, coalesce(signed_at, 0), coalesce(documented_at, 0)) AS state_at
      FROM submissions
      JOIN forms ON forms.form_id = submissions.form_id AND forms.device_id IS NOT NULL
      LEFT JOIN (SELECT form_id, max(received_at) AS signed_at FROM signatures GROUP BY form_id) AS signed
        ON signed.form_id = submissions.form_id
      LEFT JOIN (SELECT form_id, max(received_at) AS documented_at FROM documents GROUP BY form_id) AS documented
        ON documented.form_id = submissions.form_id
    ) AS found;
  INSERT INTO devices (device_id, seq, state)
    SELECT device_id, max(device_seq), 'ok' FROM registrations
    WHERE device_seq IS NOT NULL GROUP BY device_id;
  CREATE UNIQUE INDEX registrations_by_place ON registrations (device_id, device_seq)
    WHERE device_seq IS NOT NULL;
  CREATE INDEX registrations_corrects ON registrations (corrects) WHERE corrects IS NOT NULL;
  INSERT INTO marks (name, value) VALUES ('epoch', lower(hex(randomblob(3))));
  `,
];

/**
 * Migrates the database to the newest version, each step in its own transaction. A second run does nothing. Throws
 * `NewerDatabase` if a newer server has migrated it.
 */
export function migrate(database: DatabaseSync, steps: readonly string[]): void {
  const version = versionOf(database);
  if (version > steps.length) {
    throw new NewerDatabase(`It has version ${version}; this server knows ${steps.length}.`);
  }
  for (const [index, step] of steps.entries()) {
    if (index >= version) apply(database, step, index + 1);
  }
}

function apply(database: DatabaseSync, step: string, version: number): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(step);
    // user_version is part of the transaction. A kill before the commit leaves the old version whole.
    database.exec(`PRAGMA user_version = ${version}; COMMIT;`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
