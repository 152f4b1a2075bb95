import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { migrate, migrations } from '../../../server/migrations/sqlite-migrations.ts';
import { postgresOf, postgresVersions, query } from '../../support/server/postgres.ts';
import { postgresOptions } from '../support/postgres-options.ts';

const BEFORE = 11;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Forms 1 to 3 of device 9 are complete, in the order 2, 1, 3. Form 4 has no document. Form 5 is device 8's. */
const olderRows = [
  ...[1, 2, 3, 4, 5].map(
    (n) =>
      `INSERT INTO forms (form_id, issued_at, device_id, kind) VALUES ('${id(n)}', 1, '${id(n === 5 ? 8 : 9)}', 'registration')`,
  ),
  `INSERT INTO forms (form_id, issued_at) VALUES ('${id(6)}', 1)`,
  ...[1, 2, 3, 4, 5].map(
    (n) =>
      `INSERT INTO submissions (form_id, is_business, sealed, received_at, updated_at) VALUES ('${id(n)}', 0, 'x', ${n}, ${n})`,
  ),
  ...[1, 2, 3, 4, 5].map(
    (
      n,
    ) => `INSERT INTO signatures (form_id, position, storage_name, name, content_type, size, sha256, received_at)
      VALUES ('${id(n)}', 0, 's${n}', 's', 'image/png', 1, 'x', ${n})`,
  ),
  ...(
    [
      [1, 30],
      [2, 20],
      [3, 20],
      [3, 40],
      [5, 50],
    ] as const
  ).map(
    (
      [n, at],
      index,
    ) => `INSERT INTO documents (form_file_id, form_id, category, storage_name, name, content_type, size, sha256, received_at, position)
      VALUES ('${id(100 + index)}', '${id(n)}', 'idDocument', 'd${index}', 'd${index}', 'image/jpeg', 1, 'x', ${at}, 1)`,
  ),
];

const registrations =
  'SELECT form_id, device_id, state, state_at, changed_at, device_seq, from_revoked FROM registrations ORDER BY form_id';
const devices = 'SELECT device_id, seq, state FROM devices ORDER BY device_id';

type Query = (statement: string) => Promise<readonly object[]>;

const folder = mkdtempSync(join(tmpdir(), 'veld-registrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns databases with these rows, migrated to the newest version. */
const engines: readonly (readonly [string, (rows: readonly string[]) => Promise<Query>])[] = [
  [
    'SQLite',
    async (rows) => {
      const database = new DatabaseSync(join(folder, 'veld.sqlite'));
      migrate(database, migrations.slice(0, BEFORE));
      for (const row of rows) database.exec(row);
      migrate(database, migrations);
      return async (statement) => database.prepare(statement).all();
    },
  ],
  ...postgresVersions.map((version): (typeof engines)[number] => [
    `PostgreSQL ${version}`,
    async (rows) => {
      const url = await (await postgresOf(version)).newDatabase();
      const open = async () => (await openPostgresEngine(postgresOptions(url))).close();
      await open();
      // Undoes the migration step, so that it runs again.
      const undo = [
        'DROP TABLE registrations, devices',
        "DELETE FROM marks WHERE name = 'epoch'",
        "DELETE FROM kysely_migration WHERE name = '0008-registrations'",
      ];
      for (const statement of [...undo, ...rows]) await query(url, statement);
      await open();
      return (statement) => query(url, statement);
    },
  ]),
];

describe.each(engines)('the step that adds registrations, on %s', (_, migrated) => {
  it('fills them from the forms of before, with the places of each device', async () => {
    const ask = await migrated(olderRows);
    const row = (n: number, device: number, state: string, at: number, place: number | null) => ({
      form_id: id(n),
      device_id: id(device),
      state,
      state_at: at,
      changed_at: n,
      device_seq: place,
      from_revoked: 0,
    });
    const plain = (rows: readonly object[]) => JSON.parse(JSON.stringify(rows));
    expect(plain(await ask(registrations))).toEqual([
      row(1, 9, 'received', 30, 2),
      row(2, 9, 'received', 20, 1),
      row(3, 9, 'received', 40, 3),
      row(4, 9, 'arriving', 4, null),
      row(5, 8, 'received', 50, 1),
    ]);
    expect(plain(await ask(devices))).toEqual([
      { device_id: id(8), seq: 1, state: 'ok' },
      { device_id: id(9), seq: 3, state: 'ok' },
    ]);
    const [epoch] = await ask("SELECT value FROM marks WHERE name = 'epoch'");
    expect(epoch).toMatchObject({ value: expect.stringMatching(/^[0-9a-f]{6}$/) });
  });
});
