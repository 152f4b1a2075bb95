import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqlitePortError } from '../../../server/database/database-errors.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { freePort, remotePhone } from '../support/process.ts';
import { filePart, formIdPart, jpeg, registrationBody } from '../support/samples.ts';
import { mountSmallDisk } from '../support/tmpfs.ts';

const registerSim = '/api/SimRegistration/RegisterSim';
const saveId = '/api/SimRegistration/SaveIdDocument';
let server: Harness;
let free: number;
beforeEach(async () => {
  free = 2 ** 40;
  server = await openHarness({ freeBytes: () => free });
});
afterEach(() => server.close());

describe('a disk with little space left', () => {
  it('postpones uploads for ten minutes before it reads anything, and accepts all other calls', async () => {
    const phone = server.device();
    const formId = await phone.newForm();
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg())];
    const keyed = { 'idempotency-key': randomUUID() };
    expect((await phone.upload(saveId, parts, keyed)).status).toBe(200);

    free = 1024 ** 3 - 1;
    const put = await phone.upload(saveId, [formIdPart(formId), filePart('b.jpg', jpeg('b'))]);
    expect([put.status, put.headers['retry-after'], put.json.title]).toEqual([
      503,
      '600',
      'Unavailable',
    ]);
    expect((await phone.upload(saveId, parts, keyed)).headers['idempotency-replayed']).toBe('true');
    const form = { method: 'POST', url: registerSim, body: registrationBody(formId) } as const;
    expect((await phone.call(form)).status).toBe(200);
    expect(server.onDisk()).toEqual({ kept: [expect.any(String)], incoming: [] });
  });

  it('answers a repeat also after a restart, when the server no longer knows its key', async () => {
    const phone = server.device();
    const formId = await phone.newForm();
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg())];
    const keyed = { 'idempotency-key': randomUUID() };
    const first = await phone.upload(saveId, parts, keyed);
    const restarted = await server.restart();
    server = restarted;
    free = 0;
    const device = restarted.device(phone.id);
    await device.newForm();
    const again = await device.upload(saveId, parts, keyed);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('answers also a phone whose photo is still being sent', async () => {
    const port = await freePort();
    await server.app.listen({ port, host: '127.0.0.1' });
    const phone = remotePhone(port, randomUUID());
    const formId = await phone.newForm();
    free = 0;
    const big = jpeg('', 9_000_000);
    const partly = phone.uploadPartly(saveId, [formIdPart(formId), filePart('a.jpg', big)], 50_000);
    await expect.poll(partly.answer).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 600/);
    partly.rest();
    partly.socket.destroy();
    const reply = await phone.upload(saveId, [formIdPart(formId), filePart('a.jpg', big)]);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '600']);
  });
});

const disk = mountSmallDisk(32);
describe.skipIf(disk === null)('a small disk', () => {
  afterEach(() => disk?.unmount());

  it('takes uploads that follow each other quickly only down to the limit', async () => {
    const [minFreeBytes, bytes] = [20_000_000, 2_000_000];
    const dataDir = join(disk?.path ?? '', 'data');
    const small = await openHarness({ limits: { minFreeBytes } }, dataDir);
    const phone = small.device();
    const formId = await phone.newForm();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const parts = [formIdPart(formId), filePart(`${n}.jpg`, jpeg(`${n}`, bytes))];
      statuses.push((await phone.upload(saveId, parts)).status);
    }
    const { bavail, bsize } = statfsSync(dataDir);
    await small.app.close();
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 503]);
    expect(bavail * bsize).toBeGreaterThan(minFreeBytes - 2 * bytes);
  });
});

describe('an error because of disk space, file handles or a lock', () => {
  /** Makes each registration fail with this error, as SQLite or the system would. */
  const failWith = (error: unknown) => {
    server.app.addHook('preHandler', async (request) => {
      if (request.url === registerSim) throw error;
    });
  };
  const systemError = (code: string) => Object.assign(new Error('no room'), { code });
  const sqliteError = (errcode: number) =>
    sqlitePortError(Object.assign(new Error('no room'), { code: 'ERR_SQLITE_ERROR', errcode }));

  it.each([
    ['ENOSPC', systemError('ENOSPC'), '600'],
    ['EDQUOT', systemError('EDQUOT'), '600'],
    ['EMFILE', systemError('EMFILE'), '600'],
    ['SQLITE_FULL', sqliteError(13), '600'],
    ['SQLITE_CANTOPEN, extended', sqliteError(14 + 256), '600'],
    ['SQLITE_BUSY', sqliteError(5), '5'],
    ['SQLITE_BUSY, extended', sqliteError(5 + 512), '5'],
  ])('%s holds the whole outbox, not one submission', async (_, error, wait) => {
    await server.app.close();
    const opened = await openHarness({}, server.dataDir);
    server = opened;
    failWith(error);
    const phone = server.device();
    const formId = await phone.newForm();
    const form = { method: 'POST', url: registerSim, body: registrationBody(formId) } as const;
    const reply = await phone.call(form);
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, wait]);
    expect(server.logged()).toContain('"level":"error"');
    expect(server.logged()).not.toContain('no room');
  });
});
