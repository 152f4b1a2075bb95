import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { NewerDatabase } from '../operator-error.ts';

/** PostgreSQL's migrations, which run in the order of their names. Add new ones at the end. Never edit an old one. */
const postgresMigrations: Readonly<Record<string, string>> = {
  '0001-start': `
  CREATE TABLE forms (
    form_id   uuid PRIMARY KEY,
    issued_at bigint NOT NULL,
    issued_to uuid,
    device_id uuid,
    kind      text CHECK (kind IN ('registration', 'replacement'))
  );
  CREATE INDEX forms_unused ON forms (issued_to, issued_at) WHERE device_id IS NULL;

  CREATE TABLE submissions (
    form_id     uuid PRIMARY KEY REFERENCES forms (form_id),
    is_business integer NOT NULL CHECK (is_business IN (0, 1)),
    latitude    double precision,
    longitude   double precision,
    form_data   text NOT NULL,
    received_at bigint NOT NULL,
    updated_at  bigint NOT NULL
  );

  CREATE TABLE signatures (
    form_id      uuid NOT NULL REFERENCES forms (form_id),
    position     integer NOT NULL,
    storage_name text NOT NULL UNIQUE,
    name         text NOT NULL,
    content_type text NOT NULL,
    size         bigint NOT NULL,
    sha256       text NOT NULL,
    received_at  bigint NOT NULL,
    PRIMARY KEY (form_id, position)
  );

  CREATE TABLE documents (
    form_file_id uuid PRIMARY KEY,
    form_id      uuid NOT NULL REFERENCES forms (form_id),
    category     text NOT NULL,
    storage_name text NOT NULL UNIQUE,
    name         text NOT NULL,
    content_type text NOT NULL,
    size         bigint NOT NULL,
    sha256       text NOT NULL,
    received_at  bigint NOT NULL,
    position     integer NOT NULL,
    UNIQUE (form_id, name)
  );

  CREATE TABLE answers (
    device_id       uuid NOT NULL,
    idempotency_key uuid NOT NULL,
    form_id         uuid,
    request_hash    text NOT NULL,
    status_code     integer NOT NULL,
    body            text NOT NULL,
    stored_at       bigint NOT NULL,
    PRIMARY KEY (device_id, idempotency_key)
  );
  CREATE INDEX answers_by_age ON answers (stored_at);
  CREATE INDEX answers_by_form ON answers (form_id);

  -- Each table has one row, also if several servers start at once.
  CREATE TABLE identity (id text NOT NULL);
  CREATE UNIQUE INDEX identity_is_one ON identity ((true));
  CREATE TABLE clock (trusted bigint NOT NULL, seen bigint NOT NULL);
  CREATE UNIQUE INDEX clock_is_one ON clock ((true));
  `,
  '0002-garbage': `
  CREATE TABLE garbage (storage_name text PRIMARY KEY, since bigint NOT NULL);
  CREATE TABLE marks (name text PRIMARY KEY, value text NOT NULL);
  `,
  // Resumable uploads. Any server can continue an upload that another server began.
  '0003-uploads': `
  CREATE TABLE uploads (
    upload_id       uuid PRIMARY KEY,
    device_id       uuid NOT NULL,
    path            text NOT NULL,
    idempotency_key uuid,
    content_type    text NOT NULL,
    length          bigint NOT NULL,
    "offset"        bigint NOT NULL,
    created_at      bigint NOT NULL,
    answer_status   integer,
    answer_type     text,
    answer_body     text,
    UNIQUE (device_id, idempotency_key)
  );
  CREATE INDEX uploads_by_age ON uploads (created_at);
  CREATE TABLE upload_pieces (
    upload_id uuid NOT NULL REFERENCES uploads (upload_id) ON DELETE CASCADE,
    start     bigint NOT NULL,
    bytes     bytea NOT NULL,
    PRIMARY KEY (upload_id, start)
  );
  -- Photos are already compressed.
  ALTER TABLE upload_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
  `,
  // Registrations are encrypted: forms in `sealed`, files with the key in `sealed_key`. Older rows keep their plaintext until a server
  // has encrypted them, one by one.
  '0004-sealed': `
  -- Removes plaintext pieces. The phones start these uploads again.
  DELETE FROM uploads;
  ALTER TABLE submissions ALTER COLUMN form_data DROP NOT NULL;
  ALTER TABLE submissions ADD COLUMN sealed text;
  CREATE INDEX submissions_plain ON submissions (form_id) WHERE sealed IS NULL;
  ALTER TABLE documents ADD COLUMN sealed_key text;
  ALTER TABLE signatures ADD COLUMN sealed_key text;
  CREATE INDEX documents_plain ON documents (storage_name) WHERE sealed_key IS NULL;
  CREATE INDEX signatures_plain ON signatures (storage_name) WHERE sealed_key IS NULL;
  CREATE INDEX answers_plain ON answers (device_id) WHERE length(request_hash) = 64;
  `,
  // The search terms of forms, as keyed hashes. A job adds the terms of older forms.
  '0005-search': `
  CREATE TABLE search_terms (
    term    text NOT NULL,
    form_id uuid NOT NULL REFERENCES forms (form_id),
    PRIMARY KEY (term, form_id)
  );
  CREATE INDEX search_terms_by_form ON search_terms (form_id);
  `,
  // `indexed_at`: a copy of `updated_at` from when a form's search terms were made. An older server
  // that still runs changes forms without making terms.
  '0006-indexed': `
  ALTER TABLE submissions ADD COLUMN indexed_at bigint;
  CREATE INDEX submissions_not_indexed ON submissions (form_id)
    WHERE indexed_at IS NULL OR indexed_at <> updated_at;
  DELETE FROM marks WHERE name = 'terms';
  `,
  // `passed` counts the time that has passed, apart from what the machine's clock says. Rows store it at each change of
  // a form. A form that arrived while the clock was years behind looks old, but is not.
  '0007-passed': `
  ALTER TABLE clock ADD COLUMN latest bigint NOT NULL DEFAULT 0;
  ALTER TABLE clock ADD COLUMN passed bigint NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN passed bigint NOT NULL DEFAULT 0;
  ALTER TABLE signatures ADD COLUMN passed bigint NOT NULL DEFAULT 0;
  ALTER TABLE documents ADD COLUMN passed bigint NOT NULL DEFAULT 0;
  `,
  // The state of each form, for its phone. `device_seq`: the place of its newest state among the states of its device.
  // `devices.seq`: the highest such place. All complete forms get a place, because a phone expects each to be listed.
  // `epoch` is part of every cursor. If it changes, phones read from the start.
  '0008-registrations': `
  CREATE TABLE registrations (
    form_id      uuid PRIMARY KEY REFERENCES forms (form_id),
    device_id    uuid NOT NULL,
    state        text NOT NULL,
    state_at     bigint NOT NULL,
    changed_at   bigint NOT NULL,
    code         text,
    text         text,
    device_seq   bigint,
    corrects     uuid,
    corrected_by uuid,
    from_revoked integer NOT NULL
  );

  CREATE TABLE devices (
    device_id uuid PRIMARY KEY,
    seq       bigint NOT NULL,
    state     text NOT NULL
  );

  INSERT INTO registrations (form_id, device_id, state, state_at, changed_at, device_seq, from_revoked)
    SELECT form_id, device_id, state, state_at, changed_at,
      CASE state WHEN 'received'
        THEN row_number() OVER (PARTITION BY device_id, state ORDER BY state_at, form_id) END, 0
    FROM (
      SELECT submissions.form_id, forms.device_id, updated_at AS changed_at,
        CASE WHEN signed_at IS NULL OR documented_at IS NULL THEN 'arriving' ELSE 'received' END AS state,
        GREATEST(updated_at, coalesce(signed_at, 0), coalesce(documented_at, 0)) AS state_at
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
  INSERT INTO marks (name, value) VALUES ('epoch', substr(md5(random()::text), 1, 6));
  `,
};

/**
 * Migrates the tables to the newest version, all steps in one transaction. If several servers start at once, one
 * migrates and the others wait. Throws `NewerDatabase` if a newer server has migrated it. Closes the pool.
 */
export async function migratePostgres(pool: PostgresPool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const steps = Object.entries(postgresMigrations).map(([name, text]): [string, Migration] => [
    name,
    { up: async (transaction) => void (await sql.raw(text).execute(transaction)) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  try {
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    // Kysely's message if a migration was run that it is not given. No code names this error.
    if (/previously executed migration .* is missing/.test(String(error))) {
      throw new NewerDatabase(String(error));
    }
    if (error !== undefined) throw error;
  } finally {
    await db.destroy();
  }
}
