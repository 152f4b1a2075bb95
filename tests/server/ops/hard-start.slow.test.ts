import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../../../server/operator-error.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { freePort, startServer } from '../support/process.ts';
import { registrationBody } from '../support/samples.ts';
import { mountSmallDisk } from '../support/tmpfs.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const registerSim = '/api/SimRegistration/RegisterSim';

async function fill(forms: number): Promise<void> {
  const server = await openHarness({}, dataDir);
  const phone = server.device();
  for (let n = 0; n < forms; n += 1) {
    const body = registrationBody(await phone.newForm());
    expect((await phone.call({ method: 'POST', url: registerSim, body })).status).toBe(200);
  }
  await server.app.close();
}

const refusal = async (folder = dataDir): Promise<string> => {
  const error = await openHarness({}, folder).then(
    (server) => server.app.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof Error ? error.message : '';
};

describe('a damaged database is found at the start', () => {
  it.each([
    ['a page of it', 3 * 4096],
    ['its head', 0],
  ])('%s', async (_, at) => {
    await fill(60);
    const file = openSync(join(dataDir, 'veld.sqlite'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, at);
    closeSync(file);
    expect(await refusal()).toMatch(/is damaged\. Nothing was changed/);
  });
});

describe('a folder that cannot be used', () => {
  it('reports that another server uses it, if that is true', async () => {
    const server = await openHarness({}, dataDir);
    expect(await refusal()).toMatch(/Another server is already using/);
    await server.app.close();
    writeFileSync(join(dataDir, 'file'), '');
    expect(await refusal(join(dataDir, 'file'))).toMatch(/cannot write to/);
  });

  const disk = mountSmallDisk(2);
  afterAll(() => disk?.unmount());
  it.skipIf(disk === null)('reports that its disk is full or read-only', async () => {
    const folder = disk?.path ?? '';
    mkdirSync(join(folder, 'data'));
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
    expect(await refusal(join(folder, 'data'))).toMatch(/is full|has space/);
    rmSync(join(folder, 'filler'));
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(await refusal(join(folder, 'data'))).toMatch(/read-only/);
  });
});

describe('while another program has locked the database', () => {
  let server: Harness;
  let holder: DatabaseSync;
  beforeEach(async () => {
    server = await openHarness({}, dataDir);
    holder = new DatabaseSync(join(dataDir, 'veld.sqlite'));
    holder.exec('BEGIN IMMEDIATE');
  });
  afterEach(async () => {
    holder.close();
    await server.app.close();
  });

  it('calls must be repeated, and health reports it; afterwards all calls work', async () => {
    const phone = server.device();
    const info = await phone.call({ url: '/api/Info/GetInfo' });
    const health = await server.call({ url: '/api/health' });
    for (const reply of [info, health]) {
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
    }
    holder.exec('ROLLBACK');
    expect((await phone.call({ url: '/api/Info/GetInfo' })).status).toBe(200);
    expect((await server.call({ url: '/api/health' })).json).toEqual({ status: 'ok' });
  });
});

describe('a file that the server creates', () => {
  it('is readable only for its own user, also in an existing folder', async () => {
    mkdirSync(join(dataDir, 'wide'), { mode: 0o755 });
    const server = await startServer(join(dataDir, 'wide'), await freePort());
    await server.stop();
    const entries = readdirSync(join(dataDir, 'wide'), { recursive: true });
    expect(entries).toContain('veld.sqlite');
    for (const entry of entries) {
      const { mode } = statSync(join(dataDir, 'wide', String(entry)));
      expect([entry, mode & 0o077]).toEqual([entry, 0]);
    }
  });
});

describe('a client that sends its headers too slowly', () => {
  it('is disconnected soon after the time limit', async () => {
    const limits = { maxHeadersMs: 100, connectionCheckMs: 50 };
    const server = await openHarness({ limits }, dataDir);
    const port = await freePort();
    await server.app.listen({ port, host: '127.0.0.1' });
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.write(`GET /api/health HTTP/1.1\r\nHost: ${randomUUID()}\r\n`);
    await new Promise((done) => socket.once('close', done));
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    await server.app.close();
  });
});
