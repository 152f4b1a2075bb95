import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderStore } from '../../../server/files/file-store-port.ts';

/*
 * A power loss undoes each write and each change of a folder that was not synced. These tests record the order of changes and
 * syncs. `npm run power` shows the same on real file systems.
 */

const { done, opened, copying } = vi.hoisted(() => ({
  done: [] as string[],
  opened: [] as string[],
  /** Runs before a file is copied, as a server that changes its files meanwhile. */
  copying: { first: (_from: string): void => {} },
}));

vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  const noted =
    <Args extends [unknown, ...unknown[]], T>(what: string, act: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const result = await act(...args);
      done.push(`${what} ${String(args[what === 'rename' ? 1 : 0])}`);
      return result;
    };
  return {
    ...actual,
    rm: noted('rm', actual.rm),
    rename: noted('rename', actual.rename),
    statfs: noted('statfs', actual.statfs),
    copyFile: async (from: string, to: string, mode?: number) => {
      copying.first(from);
      await actual.copyFile(from, to, mode);
    },
    open: async (path: string, ...more: [string]): Promise<FileHandle> => {
      const handle = await actual.open(path, ...more);
      opened.push(path);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        done.push(`sync ${path}`);
      };
      return handle;
    },
  };
});

const { openFolderPartials } = await import('../../../server/partials/folder-partials.ts');
const { openFolderStore } = await import('../../../server/files/folder-store.ts');
const { backUp } = await import('../../../server/ops/operator-commands.ts');
const { openSqliteRepository } = await import('../../../server/repository/repository.ts');
const { newRing } = await import('../../support/server/stored-forms.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-synced-'));
  done.length = 0;
  opened.length = 0;
  copying.first = () => {};
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noted = () => done.map((line) => line.replace(`${folder}/`, ''));

describe('removed files', () => {
  it('are gone from the disk before the removal resolves', async () => {
    const store = openFolderStore(folder);
    const name = '0d9be63e-5f0a-4d6c-9d5c-2f7a0c1b8e11';
    writeFileSync(join(folder, 'files', name), 'x');
    await store.remove([name]);
    expect(noted()).toEqual([`rm files/${name}`, 'sync files']);
  });

  it('need no sync if there are none', async () => {
    await openFolderStore(folder).remove([]);
    expect(noted()).toEqual([]);
  });

  it('are moved to the quarantine on the disk', async () => {
    const store = openFolderStore(folder);
    const name = '0d9be63e-5f0a-4d6c-9d5c-2f7a0c1b8e11';
    writeFileSync(join(folder, 'files', name), 'x');
    await store.quarantine([name], '2026-11-24');
    expect(noted()).toEqual([
      `rename quarantine/2026-11-24/${name}`,
      'sync quarantine/2026-11-24',
      'sync quarantine',
      'sync files',
    ]);
  });
});

describe('a store under load', () => {
  let time: number;
  let store: FolderStore;
  beforeEach(() => {
    time = 0;
    store = openFolderStore(folder, () => time);
  });
  afterEach(() => store.close());

  async function keptFile(bytes = 10): Promise<void> {
    const writer = await store.stage();
    await writer.write(Buffer.alloc(bytes));
    await writer.finish();
    await store.keep([writer.stagedName]);
  }
  const openings = () => opened.filter((path) => path === join(folder, 'files')).length;
  const syncs = () => noted().filter((line) => line === 'sync files').length;

  it('syncs each file and each new name, and opens the folder again after half a second', async () => {
    await keptFile();
    await keptFile();
    time += 500;
    await keptFile();
    expect([syncs(), openings()]).toEqual([3, 1]);
    expect(noted().filter((line) => line.startsWith('sync incoming/'))).toHaveLength(3);
    time += 1;
    await keptFile();
    expect([syncs(), openings()]).toEqual([4, 2]);
  });

  it('syncs a folder that replaced the old one', async () => {
    await keptFile();
    renameSync(join(folder, 'files'), join(folder, 'old'));
    mkdirSync(join(folder, 'files'));
    time += 501;
    await keptFile();
    expect(openings()).toBe(2);
  });

  it('measures the free space at most twice a second', async () => {
    const measured = () => noted().filter((line) => line.startsWith('statfs')).length;
    for (let n = 0; n < 20; n += 1) {
      await store.freeBytes();
      time += 100;
    }
    expect(measured()).toBe(4);
  });

  it('takes bytes that were written since from the free space', async () => {
    const before = await store.freeBytes();
    await keptFile(3_000_000);
    expect(before - (await store.freeBytes())).toBe(3_000_000);
  });
});

describe('a removed resumable upload', () => {
  it('loses its description before its bytes', async () => {
    const [id, deviceId] = [randomUUID(), randomUUID()];
    const upload = {
      id,
      deviceId,
      path: '/api/SimRegistration/SaveIdDocument',
      idempotencyKey: null,
      contentType: 'multipart/form-data; boundary=x',
      length: 10,
      createdAt: 0,
    };
    const store = openFolderPartials(folder);
    await store.create(upload);
    done.length = 0;
    await store.remove(upload);
    const of = `uploads/${deviceId}/${id}`;
    expect(noted().filter((line) => line.startsWith('rm'))).toEqual([`rm ${of}/about`, `rm ${of}`]);
  });
});

describe('a backup', () => {
  async function madeBackup(): Promise<readonly string[]> {
    const from = join(folder, 'data');
    mkdirSync(join(from, 'files'), { recursive: true });
    writeFileSync(join(from, 'files', 'one'), '1');
    writeFileSync(join(from, 'keys.json'), '{}');
    await openSqliteRepository(join(from, 'veld.sqlite'), newRing()).close();
    done.length = 0;
    await backUp(from, join(folder, 'copy'));
    return noted();
  }

  it('is on the disk with each file and folder before it gets its name', async () => {
    const order = await madeBackup();
    const renamed = order.indexOf('rename copy');
    const before = order.slice(0, renamed).filter((line) => line.startsWith('sync'));
    expect(before).toEqual(
      expect.arrayContaining([
        'sync copy.part/files/one',
        'sync copy.part/keys.json',
        'sync copy.part/veld.sqlite',
        'sync copy.part/files',
        'sync copy.part',
      ]),
    );
    expect(before.at(-1)).toBe('sync copy.part');
    // The new name is synced, too.
    expect(order.slice(renamed + 1)).toEqual([`sync ${folder}`]);
  });

  it('replaces an incomplete backup', async () => {
    mkdirSync(join(folder, 'copy.part'));
    writeFileSync(join(folder, 'copy.part', 'half'), 'x');
    await madeBackup();
    expect(readdirSync(folder).sort()).toEqual(['copy', 'data']);
    expect(readdirSync(join(folder, 'copy')).sort()).toEqual(['files', 'keys.json', 'veld.sqlite']);
  });
});

describe('a backup of a server that replaces signatures', () => {
  let from: string;
  let database: DatabaseSync;
  beforeEach(async () => {
    from = join(folder, 'data');
    mkdirSync(join(from, 'files'), { recursive: true });
    writeFileSync(join(from, 'keys.json'), '{}');
    await openSqliteRepository(join(from, 'veld.sqlite'), newRing()).close();
    database = new DatabaseSync(join(from, 'veld.sqlite'));
    database.exec("INSERT INTO forms (form_id, issued_at) VALUES ('form', 0)");
  });
  afterEach(() => database.close());

  const fileOf = (name: string) => join(from, 'files', name);
  let count = 0;
  /** Stores a new signature, then deletes the file of the one before. */
  function replaceSignature(): string {
    const old = database.prepare('SELECT storage_name FROM signatures').get()?.['storage_name'];
    count += 1;
    const name = `signature-${count}`;
    writeFileSync(fileOf(name), name);
    database.exec('DELETE FROM signatures');
    database.exec(
      `INSERT INTO signatures (form_id, position, storage_name, name, content_type, size, sha256, received_at)
      VALUES ('form', 0, '${name}', 's.png', 'image/png', 1, '', 0)`,
    );
    if (old !== undefined) rmSync(fileOf(String(old)), { force: true });
    return name;
  }
  function copied() {
    const copy = new DatabaseSync(join(folder, 'copy', 'veld.sqlite'), { readOnly: true });
    const rows = copy.prepare('SELECT storage_name FROM signatures').all();
    copy.close();
    const files = readdirSync(join(folder, 'copy', 'files'));
    return { named: rows.map((row) => row['storage_name']), files };
  }
  const backup = () => backUp(from, join(folder, 'copy'));

  it('goes on if a file is deleted while it is copied', async () => {
    const first = replaceSignature();
    let second = '';
    copying.first = (path) => {
      if (path === fileOf(first) && second === '') second = replaceSignature();
    };
    await backup();
    expect(copied()).toEqual({ named: [second], files: [second] });
  });

  it('has each file of its database, if one was replaced after the copy of the database', async () => {
    let newest = '';
    copying.first = (path) => {
      // The signature arrives after the first copy of the files.
      if (path.endsWith('keys.json')) newest = replaceSignature();
      else if (path === fileOf('signature-3')) newest = replaceSignature();
    };
    count = 2;
    await backup();
    expect(newest).toBe('signature-4');
    expect(copied()).toEqual({ named: [newest], files: [newest] });
  });

  it('ends with a message if signatures are replaced all the time', async () => {
    copying.first = () => void replaceSignature();
    await expect(backup()).rejects.toThrow('Run the backup again');
    expect(readdirSync(folder).sort()).toEqual(['copy.part', 'data']);
  });

  it('is made although the server lost a file before', async () => {
    const lost = replaceSignature();
    rmSync(fileOf(lost));
    await backup();
    expect(copied()).toEqual({ named: [lost], files: [] });
  });

  it('is made of a database without tables', async () => {
    database.close();
    rmSync(join(from, 'veld.sqlite'));
    database = new DatabaseSync(join(from, 'veld.sqlite'));
    database.exec('PRAGMA user_version = 0');
    await backup();
    expect(readdirSync(join(folder, 'copy')).sort()).toEqual(['files', 'keys.json', 'veld.sqlite']);
  });
});
