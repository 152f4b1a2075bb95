import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolderStore } from '../../server/files/folder-store.ts';
import { migrate, migrations, versionOf } from '../../server/migrations/sqlite-migrations.ts';
import { openSqliteRepository } from '../../server/repository/repository.ts';
import { newRing } from '../support/server/stored-forms.ts';
import { openHarness } from './support/harness.ts';
import { filePart, formIdPart, jpeg } from './support/samples.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-storage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('migrations', () => {
  const tables = (database: DatabaseSync) =>
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all()
      .map((row) => row['name']);

  it('bring an empty database to the newest version, and a second run changes nothing', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, migrations);
    expect(versionOf(database)).toBe(migrations.length);
    expect(tables(database)).toEqual([
      'answers',
      'clock',
      'devices',
      'documents',
      'forms',
      'garbage',
      'identity',
      'marks',
      'registrations',
      'search_terms',
      'signatures',
      'submissions',
    ]);
    database.exec("INSERT INTO forms (form_id, issued_at) VALUES ('a', 1)");
    migrate(database, migrations);
    expect(database.prepare('SELECT count(*) AS n FROM forms').get()).toEqual({ n: 1 });
  });

  it('run only the steps that an older database lacks', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, ['CREATE TABLE one (a)']);
    migrate(database, ['CREATE TABLE one (a)', 'CREATE TABLE two (a)']);
    expect([versionOf(database), tables(database)]).toEqual([2, ['one', 'two']]);
  });

  it('leave the old version whole if one fails', () => {
    const database = new DatabaseSync(':memory:');
    expect(() =>
      migrate(database, ['CREATE TABLE one (a)', 'CREATE TABLE two (a); oops']),
    ).toThrow();
    expect([versionOf(database), tables(database)]).toEqual([1, ['one']]);
  });

  it('keep the order of documents, and allow new kinds', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, migrations.slice(0, 4));
    database.exec("INSERT INTO forms (form_id, issued_at) VALUES ('form', 1)");
    const add = (name: string, category: string) =>
      database
        .prepare(`INSERT INTO documents
          (form_file_id, form_id, category, storage_name, name, content_type, size, sha256, received_at)
          VALUES (?, 'form', ?, ?, ?, 'image/jpeg', 1, 'hash', 1)`)
        .run(`id of ${name}`, category, `file of ${name}`, name);
    for (const name of ['c', 'a', 'b']) add(name, 'idDocument');
    database.exec("DELETE FROM documents WHERE name = 'a'");
    expect(() => add('new', 'affidavit')).toThrow(/CHECK/);
    migrate(database, migrations);
    const names = database.prepare('SELECT name FROM documents ORDER BY position').all();
    expect(names.map(({ name }) => name)).toEqual(['c', 'b']);
    expect(() => add('new', 'affidavit')).not.toThrow();
  });

  it('refuse a database of a newer server', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA user_version = 99');
    expect(() => migrate(database, migrations)).toThrow(/newer Veld/);
  });
});

describe('the database', () => {
  it('is durable: write-ahead log, full synchronisation', async () => {
    const file = join(dataDir, 'veld.sqlite');
    const repository = openSqliteRepository(file, newRing());
    await repository.issueForm(randomUUID(), randomUUID(), 1);
    expect(existsSync(`${file}-wal`)).toBe(true);
    await repository.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });
});

describe('the data folder', () => {
  it('is for one server at a time, and free again after closing', async () => {
    const first = await openHarness({}, dataDir);
    await expect(openHarness({}, dataDir)).rejects.toThrow(/already using/);
    await first.app.close();
    const second = await openHarness({}, dataDir);
    await second.app.close();
  });

  it('is readable only for its user', async () => {
    const folder = join(dataDir, 'fresh');
    const server = await openHarness({}, folder);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'keys.json')).mode & 0o077).toBe(0);
    await server.close();
  });

  it('is not opened if its keys are damaged, and the keys are not replaced', async () => {
    writeFileSync(join(dataDir, 'keys.json'), '{ "documents": [');
    await expect(openHarness({}, dataDir)).rejects.toThrow(/keys --to/);
    expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe('{ "documents": [');
  });

  it('is not opened if its keys are lost, because nothing could be read', async () => {
    const server = await openHarness({}, dataDir);
    await server.app.close();
    const keys = readFileSync(join(dataDir, 'keys.json'));
    rmSync(join(dataDir, 'keys.json'));
    await expect(openHarness({}, dataDir)).rejects.toThrow(/keys that are not in .*keys.json/);
    expect(existsSync(join(dataDir, 'keys.json'))).toBe(false);
    writeFileSync(join(dataDir, 'keys.json'), keys);
    await (await openHarness({}, dataDir)).app.close();
  });
});

describe('the file store', () => {
  it('shows only complete files', async () => {
    const store = openFolderStore(dataDir);
    const writer = await store.stage();
    await writer.write(Buffer.from('one '));
    await writer.write(Buffer.from('two'));
    expect(existsSync(join(dataDir, 'files', writer.stagedName))).toBe(false);
    await writer.finish();
    const [name = ''] = await store.keep([writer.stagedName]);
    expect(readFileSync(join(dataDir, 'files', name), 'utf8')).toBe('one two');
    expect(await store.read('missing')).toBeNull();
  });

  it('quarantines files without a row at the start, and nothing else', async () => {
    const server = await openHarness({}, dataDir);
    const phone = server.device();
    const formId = await phone.newForm();
    const { json } = await phone.upload('/api/SimReplacement/SaveIdDocument', [
      formIdPart(formId),
      filePart('a.jpg', jpeg()),
    ]);
    await server.app.close();
    writeFileSync(join(dataDir, 'files', randomUUID()), 'renamed, but never committed');
    writeFileSync(join(dataDir, 'incoming', 'half.part'), 'half');

    const again = await openHarness({}, dataDir);
    expect(again.onDisk()).toEqual({ kept: [expect.any(String)], incoming: [] });
    expect(again.logged()).toContain('"event":"quarantined","count":1');
    const url: string = json.documents[0].documentUrl;
    expect((await again.device(phone.id).call({ url })).bytes.equals(jpeg())).toBe(true);

    rmSync(join(dataDir, 'files'), { recursive: true });
    expect((await again.device(phone.id).call({ url })).status).toBe(404);
    await again.app.close();
  });
});
