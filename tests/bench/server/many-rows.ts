import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openRepository, openSqliteRepository } from '../../../server/repository/repository.ts';
import type { Repository, Since } from '../../../server/repository/repository-port.ts';
import { newPostgres, postgresVersions, query } from '../../support/server/postgres.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import type { Bench } from '../bench.ts';
import { ms, table } from '../figures.ts';
import { ask as askServer, newAddress } from './load.ts';
import { startMeasured } from './measured-server.ts';

const ASKED = 200;
const PAGE = 50;
const VERDICTS = 101;
/** The number of registrations of each device. */
const PER_DEVICE = 200;
/** The time of the operator's first decision, ms since 1970. */
const decidedAt = Date.now() - 24 * 60 * 60_000;

/** The SQL that differs between the engines. `id`: the n-th invented id of this kind. */
type Sql = Readonly<{
  numbers: string;
  id: (kind: string, n: string) => string;
}>;

/** The SQL that inserts `count` whole registrations: form, signature, document, and the answers to their calls. */
function statements(count: number, { id, numbers }: Sql): readonly string[] {
  const form = id('f', 'n');
  const device = id('d', `n % ${count / PER_DEVICE}`);
  const file = (kind: string) => id(kind, 'n');
  const columns = 'storage_name, name, content_type, size, sha256, sealed_key, received_at';
  const values = (kind: string) =>
    `${file(kind)}, ${file(kind)} || CAST('.jpg' AS text), 'image/jpeg', 200000, '${'a'.repeat(64)}', '${'k'.repeat(190)}', n`;
  const from = `FROM ${numbers} WHERE n <= ${count}`;
  return [
    `INSERT INTO forms (form_id, issued_at, issued_to, device_id, kind) SELECT ${form}, n, ${device}, ${device}, 'registration' ${from}`,
    `INSERT INTO submissions (form_id, is_business, sealed, received_at, updated_at) SELECT ${form}, 0, '${'s'.repeat(900)}', n, n ${from}`,
    `INSERT INTO signatures (form_id, position, ${columns}) SELECT ${form}, 0, ${values('b')} ${from}`,
    `INSERT INTO documents (form_file_id, form_id, category, position, ${columns}) SELECT ${file('e')}, ${form}, 'idDocument', 1, ${values('c')} ${from}`,
    `INSERT INTO registrations (form_id, device_id, state, state_at, changed_at, device_seq, from_revoked) SELECT ${form}, ${device}, 'active', ${decidedAt} + n, ${decidedAt} + n, (n - 1) / ${count / PER_DEVICE} + 1, 0 ${from}`,
    `INSERT INTO devices (device_id, seq, state) SELECT device_id, max(device_seq), 'ok' FROM registrations GROUP BY device_id`,
    `INSERT INTO answers (device_id, idempotency_key, form_id, request_hash, status_code, body, stored_at) SELECT ${device}, ${file('a')}, ${form}, '${'h'.repeat(64)}', 200, '${'{}'.repeat(150)}', n ${from}`,
  ];
}

const nth = (kind: string, n: number): string =>
  `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The 95th percentile of 200 questions, in ms. They ask for rows from the whole table. */
async function p95(count: number, ask: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ASKED; round += 1) {
    const n = 1 + Math.floor(((round * 0.618) % 1) * (count - 1));
    const from = performance.now();
    await ask(n);
    times.push(performance.now() - from);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ASKED * 0.95)] ?? Number.NaN;
}

async function measured(repository: Repository, count: number): Promise<readonly string[]> {
  const deviceOf = (n: number) => nth('d', n % (count / PER_DEVICE));
  const asks: ((n: number) => Promise<unknown>)[] = [
    () => repository.filesAfter('documents', '', 0, PAGE),
    (n) => repository.filesAfter('documents', nth('c', n), 0, PAGE),
    (n) => repository.mayUse({ formId: nth('f', n), deviceId: deviceOf(n), kind: 'registration' }),
    (n) => repository.savedAnswer(deviceOf(n), nth('a', n)),
    (n) => repository.documentFor(nth('e', n), deviceOf(n)),
    (n) =>
      repository.exactlyOnce(null, 0, async (forms) => ({
        status: 'seen',
        documents: await forms.listDocuments(nth('f', n), 'idDocument'),
      })),
  ];
  const verdictsAfter = async (n: number, place: number, since: Since | null) => {
    await repository.deviceOf(deviceOf(n));
    return repository.verdictsAfter(deviceOf(n), place, since, VERDICTS);
  };
  asks.push(
    (n) => verdictsAfter(n, PER_DEVICE, null),
    (n) => verdictsAfter(n, PER_DEVICE / 2, null),
    (n) => verdictsAfter(n, 0, { any: count, open: count }),
  );
  const found = await repository.documentFor(nth('e', 7), deviceOf(7));
  if (found === null) throw new Error('The made-up rows are not what the server looks for.');
  const times: string[] = [];
  for (const ask of asks) times.push(ms(await p95(count, ask)));
  return times;
}

type ServerSettings = Readonly<Record<string, string>>;

/** Starts the server once, so that it makes its keys and tables. */
async function makeTables(settings: ServerSettings): Promise<void> {
  const server = await startMeasured('server/main.ts', settings);
  await server.stop();
}

/** GetInfo with `after` over HTTP: without new verdicts, with 100 verdicts, and from the start. Returns the 95th percentiles. */
async function getInfoTimes(settings: ServerSettings, count: number): Promise<readonly string[]> {
  const server = await startMeasured('server/main.ts', { ...settings, VELD_ANNOUNCE: 'yes' });
  const agent = new Agent({ keepAlive: true });
  const reading = async (n: number, after: string) => {
    const headers = {
      'x-application-key': 'veld-local-key',
      'x-device-identifier': nth('d', n % (count / PER_DEVICE)),
      'x-forwarded-for': newAddress(),
    };
    const path = `/api/Info/GetInfo?after=${after}&numbers=0`;
    const { status, text } = await askServer(agent, server.port, 'GET', path, headers);
    if (status !== 200) throw new Error(`GetInfo was answered ${status}.`);
    return JSON.parse(text).status;
  };
  const { items, next } = await reading(1, '');
  if (items.length !== 100)
    throw new Error('The made-up verdicts are not what the server looks for.');
  const [epoch] = next.split('.');
  const times: string[] = [];
  for (const after of [`${epoch}.${PER_DEVICE}`, `${epoch}.${PER_DEVICE / 2}`, ''])
    times.push(ms(await p95(count, (n) => reading(n, after))));
  agent.destroy();
  await server.stop();
  return times;
}

async function inSqlite(folder: string, count: number): Promise<readonly string[]> {
  const settings = { VELD_DATA_DIR: folder, VELD_DIST_DIR: join(folder, 'none') };
  const file = join(folder, 'veld.sqlite');
  const ring = newRing();
  await makeTables(settings);
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA synchronous = OFF;
    CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY);
    INSERT INTO numbers WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < ${count}) SELECT n FROM up`);
  const sql: Sql = {
    numbers: 'numbers',
    id: (kind, n) => `'0000000${kind}-0000-4000-8000-' || printf('%012d', ${n})`,
  };
  for (const statement of statements(count, sql)) database.exec(statement);
  database.close();
  const from = performance.now();
  const repository = openSqliteRepository(file, ring);
  const opened = ms(performance.now() - from);
  const times = await measured(repository, count);
  await repository.close();
  return ['SQLite', ...times, ...(await getInfoTimes(settings, count)), opened];
}

async function inPostgres(folder: string, count: number): Promise<readonly string[]> {
  const url = await (await newPostgres()).newDatabase();
  const options = { url, migrateUrl: url, connections: 4 };
  const ring = newRing();
  const settings = {
    VELD_DATA_DIR: folder,
    VELD_DIST_DIR: join(folder, 'none'),
    DATABASE_URL: url,
  };
  await makeTables(settings);
  const sql: Sql = {
    numbers: `generate_series(1, ${count}) AS n`,
    id: (kind, n) => `('0000000${kind}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`,
  };
  for (const statement of statements(count, sql)) await query(url, statement);
  await query(url, 'ANALYZE');
  const from = performance.now();
  const repository = openRepository(await openPostgresEngine(options), ring);
  const opened = ms(performance.now() - from);
  const times = await measured(repository, count);
  await repository.close();
  return ['PostgreSQL', ...times, ...(await getInfoTimes(settings, count)), opened];
}

export const manyRows: Bench = {
  name: 'server-rows',
  title: 'What the server asks its database, over many registrations',
  isOfServer: true,
  run: async ({ rounds, say }) => {
    const count = rounds(100_000, 1_000_000);
    const folder = mkdtempSync(join(tmpdir(), 'veld-rows-'));
    const rows: (readonly string[])[] = [
      [
        'p95',
        'first page of files',
        'deep page',
        'may a device use a form',
        'its answer by key',
        'its document',
        'documents of a form',
        'no new verdict',
        '100 verdicts',
        'verdicts from the start',
        'GetInfo, no new verdict',
        'GetInfo, 100 verdicts',
        'GetInfo, from the start',
        'open',
      ],
      await inSqlite(join(folder, 'sqlite'), count),
    ];
    if (postgresVersions.length > 0) rows.push(await inPostgres(join(folder, 'postgres'), count));
    rmSync(folder, { recursive: true, force: true });
    say(table(rows));
    say(
      `\n${count} registrations, each with form, signature, document and an answer, made by SQL; pages of ${PAGE}. Goals: 10 and 25 ms. GetInfo over HTTP: 5 ms with SQLite, 8 ms with PostgreSQL.`,
    );
  },
};
