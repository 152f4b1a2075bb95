import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrations } from '../../../server/migrations/sqlite-migrations.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { type Harness, keptFiles, openHarness } from '../support/harness.ts';
import { runServer, until } from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

const dayMs = 24 * 3600_000;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Stores `count` documents, then stops the server. Returns their storage names. */
async function fill(count: number, marks = 'a'): Promise<string[]> {
  const server = await openHarness({}, dataDir);
  const phone = server.device();
  for (let n = 0; n < count; n += 1) {
    const parts = [formIdPart(await phone.newForm()), filePart(`${n}.jpg`, jpeg(`${marks} ${n}`))];
    const { status } = await phone.upload('/api/SimRegistration/SaveIdDocument', parts);
    expect(status).toBe(200);
  }
  await server.app.close();
  return keptFiles(dataDir).toSorted();
}

const addStrays = (count: number) => {
  const names = Array.from({ length: count }, () => randomUUID());
  for (const name of names) writeFileSync(join(dataDir, 'files', name), name);
  return names.toSorted();
};

async function start(options = {}): Promise<Harness> {
  return openHarness(options, dataDir);
}

async function expectRefusal(says: RegExp): Promise<void> {
  const before = readdirSync(dataDir, { recursive: true }).toSorted();
  const refusal = start();
  await expect(refusal).rejects.toThrow(OperatorError);
  await expect(refusal).rejects.toThrow(says);
  await expect(refusal).rejects.toThrow(/VELD_SWEEP=yes/);
  const isNews = (name: unknown) => !/sqlite(-wal|-shm)?$/.test(String(name));
  const after = readdirSync(dataDir, { recursive: true }).toSorted();
  expect(after.filter(isNews)).toEqual(before.filter(isNews));
}

const asideFiles = () =>
  readdirSync(join(dataDir, 'quarantine'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();

describe('a lost database', () => {
  it.each([
    ['cut to nothing', () => truncateSync(join(dataDir, 'veld.sqlite'))],
    ['deleted', () => rmSync(join(dataDir, 'veld.sqlite'))],
  ])('(%s) stops the start, however often one tries, and no file goes', async (_, lose) => {
    const names = await fill(3);
    lose();
    await expectRefusal(/missing or empty, but 3 files/);
    await expectRefusal(/missing or empty, but 3 files/);
    expect(keptFiles(dataDir).toSorted()).toEqual(names);
  });

  it('is accepted if a person allows it: the files are quarantined', async () => {
    const names = await fill(3);
    truncateSync(join(dataDir, 'veld.sqlite'));
    const server = await start({ maySweep: true });
    expect(server.logged()).toContain('"event":"quarantined","count":3');
    await server.app.close();
    expect([keptFiles(dataDir), asideFiles()]).toEqual([[], names]);
    await (await start()).app.close();
  });
});

describe('a database and files of different servers', () => {
  it('stop the start: the files belong to another database', async () => {
    await fill(2);
    const other = dataDir;
    dataDir = mkdtempSync(join(tmpdir(), 'veld-data-'));
    await fill(2);
    rmSync(join(dataDir, 'files'), { recursive: true });
    cpSync(join(other, 'files'), join(dataDir, 'files'), { recursive: true });
    rmSync(other, { recursive: true });
    await expectRefusal(/belong to another database/);
  });

  it('stop the start: the files’ folder is empty, as with an unmounted disk', async () => {
    await fill(2);
    renameSync(join(dataDir, 'files'), join(dataDir, 'elsewhere'));
    mkdirSync(join(dataDir, 'files'));
    await expectRefusal(/belong to no database/);
  });

  it('stop the start: the database is so old that it lacks many files', async () => {
    await fill(1);
    addStrays(21);
    await expectRefusal(/no row for 21 of the 22 files/);
    const server = await start({ maySweep: true });
    expect(server.onDisk().kept).toHaveLength(1);
    await server.app.close();
  });

  it('are used together if a person allows it', async () => {
    await fill(1);
    writeFileSync(join(dataDir, 'files', 'store-id'), randomUUID());
    await expectRefusal(/belong to another database/);
    await (await start({ maySweep: true })).app.close();
    await (await start()).app.close();
  });

  it('are not checked if a person allows it, and each start logs that', async () => {
    await fill(1);
    for (const maySweep of [true, true, false]) {
      const server = await start({ maySweep });
      expect(server.logged().includes('"level":"warn","event":"sweep-protection-off"')).toBe(
        maySweep,
      );
      await server.app.close();
    }
  });

  it('are logged by count if rows name missing files', async () => {
    const [first = ''] = await fill(3);
    rmSync(join(dataDir, 'files', first));
    const server = await start();
    expect(server.logged()).toContain('"level":"warn","event":"files-missing","count":1');
    await server.app.close();
  });
});

describe('the folder of an older server', () => {
  it('gets its id at the first start, with all its files', async () => {
    const names = await fill(2);
    for (const name of names) writeFileSync(join(dataDir, 'files', name), jpeg('in the clear'));
    rmSync(join(dataDir, 'files', 'store-id'));
    const newer = join(dataDir, 'newer.sqlite');
    renameSync(join(dataDir, 'veld.sqlite'), newer);
    const database = new DatabaseSync(join(dataDir, 'veld.sqlite'));
    migrate(database, migrations.slice(0, 1));
    database.exec(`ATTACH '${newer}' AS newer;
      INSERT INTO forms SELECT form_id, issued_at, device_id, kind FROM newer.forms;
      INSERT INTO documents SELECT form_file_id, form_id, category, storage_name, name, content_type,
        size, sha256, received_at FROM newer.documents;`);
    database.close();
    const server = await start();
    await until(() => server.logged().includes('"event":"sealed","count":2'));
    await server.app.close();
    expect(keptFiles(dataDir)).toHaveLength(2);
    expect(readFileSync(join(dataDir, 'files', 'store-id'), 'utf8')).toMatch(/^[0-9a-f-]{36}$/);
    await (await start()).app.close();
  });
});

describe('the leftovers of a crash', () => {
  it('are quarantined by date and deleted after 30 days; staged files are deleted at once', async () => {
    const names = await fill(1);
    const strays = addStrays(2);
    writeFileSync(join(dataDir, 'incoming', 'half.part'), 'half');
    const at = Date.UTC(2026, 10, 20);
    const startAt = async (days: number) => {
      const server = await start({ now: () => at + days * dayMs });
      await server.app.close();
      return server.logged();
    };

    const first = await startAt(0);
    expect(first).toContain('"event":"quarantined","count":2');
    expect(first).toContain('"event":"discarded","count":1');
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([]);
    expect(readdirSync(join(dataDir, 'quarantine'))).toEqual(['2026-11-20']);
    await startAt(29);
    await startAt(30);
    expect(asideFiles()).toEqual(strays);
    await startAt(31);
    expect(await startAt(32)).toContain('"event":"quarantine-emptied","count":2');
    expect([asideFiles(), keptFiles(dataDir)]).toEqual([[], names]);
  });

  it('survive one start with a clock that is months ahead', async () => {
    await fill(1);
    addStrays(1);
    const at = Date.UTC(2026, 10, 20);
    for (const days of [0, 180, 180, 1]) {
      await (await start({ now: () => at + days * dayMs })).app.close();
    }
    expect(asideFiles()).toHaveLength(1);
  });

  it('have names of ours: nothing else in the folder is touched', async () => {
    await fill(1);
    mkdirSync(join(dataDir, 'files', 'lost+found'));
    writeFileSync(join(dataDir, 'files', 'note.txt'), 'by the operator');
    await (await start()).app.close();
    expect(existsSync(join(dataDir, 'files', 'lost+found'))).toBe(true);
    expect(existsSync(join(dataDir, 'files', 'note.txt'))).toBe(true);
  });
});

describe('a refused start', () => {
  it('ends with a message and code 2, without a stack', async () => {
    await fill(1);
    truncateSync(join(dataDir, 'veld.sqlite'));
    const { code, output } = await runServer([], { VELD_DATA_DIR: dataDir, PORT: '4304' });
    expect(code).toBe(2);
    expect(output).toContain('1 files of customers are in the same folder');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('releases the folder', async () => {
    await fill(1);
    truncateSync(join(dataDir, 'veld.sqlite'));
    await expect(start()).rejects.toThrow(OperatorError);
    await (await start({ maySweep: true })).app.close();
  });
});

describe('a folder that is replaced while the server runs', () => {
  const health = (server: Harness) => server.call({ url: '/api/health' });

  it.each([
    [
      'another folder of files',
      (data: string) => {
        renameSync(join(data, 'files'), join(data, 'before'));
        mkdirSync(join(data, 'files'));
      },
    ],
    [
      'no folder for what comes in',
      (data: string) => rmSync(join(data, 'incoming'), { recursive: true }),
    ],
  ])('makes the server unwell: %s', async (_, swap) => {
    const server = await start();
    expect((await health(server)).status).toBe(200);
    swap(dataDir);
    expect((await health(server)).status).toBe(503);
    await server.app.close();
  });
});
