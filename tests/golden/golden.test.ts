import { browserKeyStore } from '../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../src/domain/ids.ts';
import { Database } from '../../src/store/db/database.ts';
import { createOutboxStore } from '../../src/store/open-outbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import { importRescue } from '../../src/sync/rescue/import-rescue.ts';
import { repairFromSecondCopy } from '../../src/sync/second-copy/repair.ts';
import { sealOldRows } from '../../src/sync/submit/encrypt-old-submissions.ts';
import { submit } from '../../src/sync/submit/submit.ts';
import { noRest } from '../support/fakes/clock.ts';
import type { CopyDisk } from '../support/fakes/memory-second-copy.ts';
import { SyncWorld, signature } from '../support/world/sync-world.ts';
import {
  bytesOf,
  type Golden,
  goldenCustomers,
  goldenFolders,
  goldenPassphrase,
  goldenVersions,
  revived,
} from './golden.ts';

const fileOf = (version: string, name: string): Buffer =>
  readFileSync(join(import.meta.dirname, version, name));
const goldenOf = (version: string): Golden =>
  JSON.parse(fileOf(version, 'storage.json').toString('utf8'));

const unsent = [goldenCustomers.refused, goldenCustomers.queued, goldenCustomers.draft];

let opened: Database[] = [];
afterEach(async () => {
  for (const db of opened) await db.delete();
  opened = [];
});

const openDatabase = async (name: string): Promise<Database> => {
  const db = new Database(name);
  opened.push(db);
  await db.open();
  return db;
};

/** Writes the database as the older version left it, and opens it with this version. */
async function upgraded(golden: Golden): Promise<Database> {
  const { databaseVersion, schema, tables } = golden;
  const name = `golden-${databaseVersion}`;
  const old = new Dexie(name);
  old.version(databaseVersion).stores(schema);
  await old.open();
  for (const [table, rows] of Object.entries(tables))
    await old.table(table).bulkAdd(rows.map(revived));
  old.close();
  const db = await openDatabase(name);
  await putSecrets(db, golden);
  return db;
}

/** Writes the secrets into the database, as a browser without private files does. Node has no private files. */
async function putSecrets(db: Database, { secrets = {} }: Golden): Promise<void> {
  const rows = Object.entries(secrets).map(([name, bytes]) => ({ name, bytes: bytesOf(bytes) }));
  await db.secretBytes.bulkPut(rows);
}

const secondCopyOf = ({ copies }: Golden): CopyDisk =>
  new Map(
    Object.entries(copies).map(([folder, files]) => [
      folder,
      new Map(
        Object.entries(files).map(([name, bytes]) => [
          name,
          new Blob([Buffer.from(bytes, 'base64')]),
        ]),
      ),
    ]),
  );

/** Returns the submissions' ids, by the customer's first name. */
async function idsOf(db: Database): Promise<ReadonlyMap<unknown, SubmissionId>> {
  const store = createOutboxStore(db, browserKeyStore(db));
  const ids = await db.drafts.toCollection().primaryKeys();
  const all = await Promise.all(ids.map((id) => store.contents(id)));
  return new Map(
    all.flatMap((contents) =>
      typeof contents === 'object' ? [[contents.draft.values['firstName'], contents.draft.id]] : [],
    ),
  );
}

describe.each(goldenVersions)('the data of app version %s', (version) => {
  it('is opened, corrected and delivered by this version', async () => {
    const golden = goldenOf(version);
    const db = await upgraded(golden);
    const world = new SyncWorld();
    world.copyDisk.clear();
    for (const [folder, files] of secondCopyOf(golden)) world.copyDisk.set(folder, files);
    const ports = world.ports({ store: createOutboxStore(db, browserKeyStore(db)) });

    const found = await idsOf(db);
    const [refused, queued, draft] = unsent.map((name) => found.get(name));
    if (!refused || !queued || !draft) throw new Error('Not everybody is there.');
    const { drafts } = openStore({ name: db.name });
    for (const id of [refused, draft]) expect((await drafts.open(id)).status).toBe('open');
    expect((await drafts.open(queued)).status).toBe('submitted');
    expect((await ports.store.queued()).map(({ id }) => id)).toEqual([queued]);

    await world.drain({}, ports);
    expect((await submit(ports, refused, signature())).status).toBe('saved');
    await world.drain({}, ports);
    for (const id of [queued, refused])
      expect(await ports.store.submission(id)).toMatchObject({ status: 'delivered' });
    expect(world.backend.documentNames()).toHaveLength(2);
  });

  it('is encrypted by this version, with its copies, and then delivered', async () => {
    const golden = goldenOf(version);
    const db = await upgraded(golden);
    const world = new SyncWorld();
    world.copyDisk.clear();
    for (const [folder, files] of secondCopyOf(golden)) world.copyDisk.set(folder, files);
    const ports = world.ports({ store: createOutboxStore(db, browserKeyStore(db)) });
    const found = await idsOf(db);

    expect(await sealOldRows(ports, noRest)).toBe(golden.secrets === undefined ? 3 : 0);
    const rows = await Promise.all(
      [db.submissions, db.drafts, db.strokes, db.attachments, db.payloads].map((table) =>
        table.toArray(),
      ),
    );
    const copies = [...world.copyDisk.values()].flatMap((files) => [...files.values()]);
    const sheets = copies.filter((file) => typeof file === 'string');
    for (const name of [...unsent, 'Nkosi', '8001015009087'])
      expect(JSON.stringify([rows, sheets]), name).not.toContain(name);

    const [refused, queued, draft] = unsent.map((name) => found.get(name));
    if (!refused || !queued || !draft) throw new Error('Not everybody is there.');
    const { drafts } = openStore({ name: db.name });
    for (const id of [refused, draft]) expect((await drafts.open(id)).status).toBe('open');
    await world.drain({}, ports);
    expect((await submit(ports, refused, signature())).status).toBe('saved');
    await world.drain({}, ports);
    for (const id of [queued, refused])
      expect(await ports.store.submission(id)).toMatchObject({ status: 'delivered' });
    expect(world.backend.documentNames()).toHaveLength(2);
  });

  it('keeps only a receipt without a name after delivery', async () => {
    const db = await upgraded(goldenOf(version));
    const receipts = await db.submissions.filter(({ status }) => status === 'delivered').toArray();
    expect(receipts).toHaveLength(1);
    expect(JSON.stringify(receipts)).not.toMatch(/Lerato|Nkosi|documentUrl/);
  });

  it('is restored from its second copies', async () => {
    const world = new SyncWorld();
    world.copyDisk.clear();
    const golden = goldenOf(version);
    for (const [folder, files] of secondCopyOf(golden)) world.copyDisk.set(folder, files);
    const db = await openDatabase(`restored-${version}`);
    await putSecrets(db, golden);
    const { lost, restored } = await repairFromSecondCopy(
      world.ports({ store: createOutboxStore(db, browserKeyStore(db)) }),
    );
    expect(lost).toEqual([]);
    expect(restored.map(({ customerName }) => customerName.split(' ')[0]).sort()).toEqual(
      [...unsent].sort(),
    );
  });
});

describe.each(goldenFolders)('the rescue file of app version %s', (version) => {
  it('is imported completely, with each file unchanged', async () => {
    const world = new SyncWorld();
    const file = new Blob([new Uint8Array(fileOf(version, 'unsent.veld'))]);
    expect(await importRescue(world.ports(), file, goldenPassphrase)).toEqual({
      status: 'imported',
      imported: 3,
      skipped: 0,
      unknown: 0,
    });
    const rows = [...world.disk.attachments.values()];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ id }) => world.disk.blobs.has(id))).not.toContain(false);
    const types = new Set(rows.map(({ type }) => type));
    const photo = version.includes('webp') ? 'image/webp' : 'image/jpeg';
    expect(types).toEqual(new Set([photo, 'image/png']));
    const people = await Promise.all([...world.disk.drafts.keys()].map((id) => world.form(id)));
    expect(people.map(({ draft }) => draft.values['firstName']).sort()).toEqual([...unsent].sort());
  });
});
