import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { filePart, formIdPart, jpeg, png } from '../support/samples.ts';
import { mountSmallDisk } from '../support/tmpfs.ts';

const saveSignature = '/api/SimReplacement/SaveSignature';
const saveId = '/api/SimReplacement/SaveIdDocument';

const sign = (phone: Device, formId: string, mark: string) =>
  phone.upload(saveSignature, [
    formIdPart(formId),
    filePart('signature.png', png(mark), 'image/png'),
  ]);

const signaturesOf = async (server: Harness) =>
  (await server.stored()).flatMap((form) => form.signature).map(({ storageName }) => storageName);

/** Makes each insert into the table violate a deferred constraint. SQLite checks the constraint at the commit. */
function failAtCommit(dataDir: string, table: string): void {
  const database = new DatabaseSync(join(dataDir, 'veld.sqlite'));
  database.exec(`
    CREATE TABLE trap (form_id TEXT REFERENCES forms (form_id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail_late AFTER INSERT ON ${table}
      BEGIN INSERT INTO trap VALUES ('nobody'); END;`);
  database.close();
}

describe('a commit that fails', () => {
  let server: Harness;
  let phone: Device;
  let formId: string;
  beforeEach(async () => {
    server = await openHarness();
    phone = server.device();
    formId = await phone.newForm();
  });
  afterEach(() => server.close());

  it('keeps the old signature’s file, and nothing of the new one', async () => {
    expect((await sign(phone, formId, 'first')).status).toBe(200);
    failAtCommit(server.dataDir, 'signatures');
    expect((await sign(phone, formId, 'second')).status).toBe(500);
    expect(server.onDisk()).toEqual({ kept: await signaturesOf(server), incoming: [] });
  });

  it('keeps no document', async () => {
    failAtCommit(server.dataDir, 'documents');
    const reply = await phone.upload(saveId, [formIdPart(formId), filePart('a.jpg', jpeg())]);
    expect(reply.status).toBe(500);
    expect(server.onDisk()).toEqual({ kept: [], incoming: [] });
  });
});

const disk = mountSmallDisk(8);
describe.skipIf(disk === null)('a disk that becomes full at the end of a transaction', () => {
  afterEach(() => disk?.unmount());

  it('never deletes the file of a signature that a row names', async () => {
    const dataDir = join(disk?.path ?? '', 'data');
    const server = await openHarness({ limits: { minFreeBytes: 0 } }, dataDir);
    const phone = server.device();
    const formId = await phone.newForm();
    let last = 'first';
    expect((await sign(phone, formId, last)).status).toBe(200);
    const filler = join(disk?.path ?? '', 'filler');
    const statuses: number[] = [];
    for (let pagesLeft = 0; pagesLeft < 8; pagesLeft += 1) {
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail - pagesLeft) * bsize));
      last = `with ${pagesLeft} pages left`;
      statuses.push((await sign(phone, formId, last)).status);
      rmSync(filler);
      for (const name of await signaturesOf(server)) {
        expect(existsSync(join(dataDir, 'files', name)), last).toBe(true);
      }
      expect(server.onDisk().kept).toEqual(await signaturesOf(server));
    }
    expect(statuses[0]).toBe(503);
    expect(new Set(statuses).difference(new Set([200, 503]))).toEqual(new Set());
    expect((await sign(phone, formId, 'with room again')).status).toBe(200);
    await server.close();
  });
});
