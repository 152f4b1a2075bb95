import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openedFile } from '../../server/files/sealed-files.ts';
import { keysBeside, storedForms } from '../support/server/stored-forms.ts';
import { fetchDocumented } from './support/documented.ts';
import { keptFiles, openHarness } from './support/harness.ts';
import { multipartBody, multipartType } from './support/multipart.ts';
import {
  freePort,
  type RunningServer,
  remotePhone,
  startServer,
  until,
} from './support/process.ts';
import { filePart, formIdPart, jpeg, pdf } from './support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';
let port: number;
const large = (mark: string) => jpeg(mark, 2_000_000);

let dataDir: string;
let server: RunningServer;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-crash-'));
  port = await freePort();
  server = await startServer(dataDir, port);
});
afterEach(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const incoming = () => readdirSync(join(dataDir, 'incoming'));
const kept = () => keptFiles(dataDir);
const documents = () => storedForms(join(dataDir, 'veld.sqlite')).flatMap((form) => form.documents);

describe('a server killed with SIGKILL', () => {
  it('during an upload lists no partial file, and accepts the whole file afterwards', async () => {
    const id = randomUUID();
    const phone = remotePhone(port, id);
    const formId = await phone.newForm();
    const parts = [formIdPart(formId), filePart('a.jpg', large('a'))];
    const partly = phone.uploadPartly(saveId, parts, 1_000_000);
    await until(() => incoming().length === 1);

    await server.kill();
    partly.socket.destroy();
    expect(incoming()).toHaveLength(1);
    server = await startServer(dataDir, port);

    expect([incoming(), kept(), documents()]).toEqual([[], [], []]);
    const again = remotePhone(port, id);
    await again.newForm();
    expect((await again.upload(saveId, parts)).status).toBe(200);
    expect([kept().length, documents().length]).toEqual([1, 1]);
  });

  it('during an append keeps every confirmed byte, and continues after it', async () => {
    const id = randomUUID();
    const phone = remotePhone(port, id);
    const whole = multipartBody([formIdPart(await phone.newForm()), filePart('a.jpg', large('a'))]);
    const headers = { ...phone.headers(), 'idempotency-key': randomUUID() };
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const created = await fetchDocumented(at(saveId), {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': multipartType,
        'upload-complete': '?0',
        'upload-length': String(whole.length),
      },
    });
    const path = created.headers.get('location') ?? '';
    const offsetFile = join(dataDir, 'uploads', id, path.split('/').at(-1) ?? '', 'offset');
    const recorded = () => Number(readFileSync(offsetFile, 'utf8'));
    const piece = (offset: number) => ({
      ...headers,
      'content-type': 'application/partial-upload',
      'upload-complete': '?1',
      'upload-offset': String(offset),
    });
    for (let kill = 1; kill <= 2; kill += 1) {
      const from = recorded();
      const cut = request(at(path), {
        method: 'PATCH',
        headers: { ...piece(from), 'content-length': whole.length - from },
      });
      cut.on('error', () => {});
      cut.write(whole.subarray(from, kill * 800_000));
      await until(() => recorded() > from);
      await server.kill();
      const told = recorded();
      server = await startServer(dataDir, port);
      const known = await fetchDocumented(at(path), { method: 'HEAD', headers });
      expect(Number(known.headers.get('upload-offset'))).toBe(told);
    }
    const offset = recorded();
    const last = await fetchDocumented(at(path), {
      method: 'PATCH',
      headers: piece(offset),
      body: new Uint8Array(whole.subarray(offset)),
    });
    expect(last.status).toBe(200);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(documents().map(({ sha256 }) => sha256)).toEqual([digest(large('a'))]);
    expect([kept().length, incoming()]).toEqual([1, []]);
  });

  it('at any time keeps every confirmed upload once, and no other file', async () => {
    const id = randomUUID();
    const confirmed = new Map<string, string>();
    for (let round = 0; round < 4; round += 1) {
      const phone = remotePhone(port, id);
      const forms = [await phone.newForm(), await phone.newForm()];
      let stopped = false;
      const before = confirmed.size;
      const sender = async (formId: string, lane: number) => {
        for (let n = 0; n < 10 && !stopped; n += 1) {
          const name = `${round}-${lane}-${n}.jpg`;
          const bytes = jpeg(name, 200_000);
          const reply = await phone.upload(saveId, [formIdPart(formId), filePart(name, bytes)]);
          if (reply.status === 200) {
            await reply.arrayBuffer();
            confirmed.set(name, createHash('sha256').update(bytes).digest('hex'));
          }
        }
      };
      const senders = forms.map((formId, lane) => sender(formId, lane).catch(() => {}));
      // The first kill comes soon after the uploads begin. Each later kill comes soon after an upload was confirmed.
      if (round > 0) await until(() => confirmed.size > before);
      await new Promise((done) => setTimeout(done, 10 + round * 5));
      await server.kill();
      stopped = true;
      await Promise.all(senders);
      server = await startServer(dataDir, port);

      const stored = documents();
      const names = stored.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining([...confirmed.keys()]));
      expect(stored.map(({ storageName }) => storageName).toSorted()).toEqual(kept().toSorted());
      const ring = keysBeside(join(dataDir, 'veld.sqlite'));
      for (const file of stored) {
        const bytes = readFileSync(join(dataDir, 'files', file.storageName));
        const opened = openedFile(bytes, file, ring);
        expect(createHash('sha256').update(opened).digest('hex')).toBe(file.sha256);
      }
    }
    expect(confirmed.size).toBeGreaterThan(0);
  });
});

describe('a server asked to stop', () => {
  it('finishes running calls, accepts no new ones, and exits with 0', async () => {
    const phone = remotePhone(port, randomUUID());
    const formId = await phone.newForm();
    const parts = [formIdPart(formId), filePart('a.jpg', large('a'))];
    const partly = phone.uploadPartly(saveId, parts, 1_000_000);
    await until(() => incoming().length === 1);

    const stopped = server.stop();
    await until(() => server.output().includes('"stopping"'));
    await new Promise((done) => setTimeout(done, 100));
    await expect(fetchDocumented(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    partly.rest();
    await until(() => partly.answer().includes('"wasSuccessful":true'));

    expect(await stopped).toBe(0);
    expect([incoming().length, kept().length, documents().length]).toEqual([0, 1, 1]);
    expect(server.output()).toContain('"stopped"');
    expect(server.output()).toContain(`Veld is ready: http://127.0.0.1:${port}`);
  });

  it('waits for a silent phone no longer than the setting allows', async () => {
    await server.kill();
    server = await startServer(dataDir, port, { VELD_STOP_MS: '1000' });
    const phone = remotePhone(port, randomUUID());
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', large('a'))];
    const partly = phone.uploadPartly(saveId, parts, 1_000_000);
    await until(() => incoming().length === 1);
    const start = Date.now();
    await server.stop();
    expect(Date.now() - start).toBeLessThan(6_000);
    partly.socket.destroy();
    server = await startServer(dataDir, port);
    expect([incoming(), kept()]).toEqual([[], []]);
  });
});

describe('over a real connection', () => {
  it('a phone that disconnects leaves no data', async () => {
    const phone = remotePhone(port, randomUUID());
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', large('a'))];
    const partly = phone.uploadPartly(saveId, parts, 1_500_000);
    await until(() => incoming().length === 1);
    partly.socket.resetAndDestroy();
    await until(() => incoming().length === 0);
    expect([kept(), documents()]).toEqual([[], []]);
  });

  it('a phone whose upload is too big can read the 413', async () => {
    const phone = remotePhone(port, randomUUID());
    const formId = await phone.newForm();
    const big = Buffer.concat([pdf(), Buffer.alloc(11 * 1024 * 1024)]);
    const many = Array.from({ length: 1001 }, (_, n) => filePart(`${n}.jpg`, jpeg(`${n}`)));
    const tooBig = await phone.upload(saveId, [formIdPart(formId), filePart('big.pdf', big)]);
    const tooMany = await phone.upload(saveId, [formIdPart(formId), ...many]);
    expect([tooBig.status, tooMany.status]).toEqual([413, 413]);
    expect([incoming(), kept()]).toEqual([[], []]);
  });

  it('no path leads out of the built app', async () => {
    const spellings = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ];
    for (const path of spellings) {
      const status = await new Promise((done, failed) => {
        request({ port, host: '127.0.0.1', path }, (reply) => {
          reply.resume();
          done(reply.statusCode);
        })
          .on('error', failed)
          .end();
      });
      expect([404, 503]).toContain(status);
    }
  });
});

describe('a silent connection', () => {
  it('is closed after a while, and its bytes are deleted', async () => {
    const limits = { maxSilenceMs: 300 };
    const own = await openHarness({ limits, applicationKey: 'test-key' });
    try {
      const ownPort = await freePort();
      await own.app.listen({ port: ownPort, host: '127.0.0.1' });
      const phone = remotePhone(ownPort, randomUUID());
      const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', large('a'))];
      const partly = phone.uploadPartly(saveId, parts, multipartBody(parts).length / 2);
      await until(() => own.onDisk().incoming.length === 1);
      await until(() => partly.socket.destroyed || partly.socket.closed);
      await until(() => own.onDisk().incoming.length === 0);
      expect(own.onDisk()).toEqual({ kept: [], incoming: [] });
    } finally {
      await own.close();
    }
  });

  it('is cut when an upload exceeds the largest size', async () => {
    const limits = { maxUploadBytes: 100_000 };
    const own = await openHarness({ limits, applicationKey: 'test-key' });
    try {
      const ownPort = await freePort();
      await own.app.listen({ port: ownPort, host: '127.0.0.1' });
      const phone = remotePhone(ownPort, randomUUID());
      const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', large('a'))];
      const body = new Blob([new Uint8Array(multipartBody(parts))]).stream();
      const sent = fetchDocumented(`http://127.0.0.1:${ownPort}${saveId}`, {
        method: 'POST',
        headers: {
          ...phone.headers(),
          'content-type': 'multipart/form-data; boundary=----veld-test-boundary',
        },
        body,
        duplex: 'half',
      } as RequestInit);
      await expect(sent).rejects.toThrow();
      await until(() => own.onDisk().incoming.length === 0);
      expect(own.onDisk().kept).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
