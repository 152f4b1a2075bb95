import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNginx } from '../../commands/nginx.ts';
import { type RunningNginx, startNginx } from '../../support/network/nginx.ts';
import { postgresVersions } from '../../support/server/postgres.ts';
import { fetchDocumented } from '../support/documented.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { type RemotePhone, remotePhone, until } from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';
import { type ServerFleet, startFleet } from '../support/server-fleet.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';
const isPossible = postgresVersions.length > 0 && findNginx() !== undefined;

describe.skipIf(!isPossible)('two servers behind nginx as in our example', () => {
  let fleet: ServerFleet;
  let nginx: RunningNginx;
  let base = '';
  beforeAll(async () => {
    fleet = await startFleet(2);
    nginx = await startNginx(fleet.ports);
    base = `http://127.0.0.1:${nginx.port}`;
  });
  afterAll(async () => {
    await nginx.stop();
    await fleet.stop();
  });

  const newPhone = (): RemotePhone => remotePhone(nginx.port, randomUUID());
  const upload = async (phone: RemotePhone, size: number) => {
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', jpeg('a', size))];
    const reply = await phone.upload(saveId, parts);
    const body: { documents: readonly { documentUrl: string }[] } = JSON.parse(await reply.text());
    return { status: reply.status, url: body.documents[0]?.documentUrl ?? '' };
  };
  const leftNothing = () => {
    expect(nginx.temporaryFiles()).toEqual([]);
    expect(nginx.complaints()).not.toContain('temporary file');
  };

  it('receive a document of 8 MB and send it to a slow reader, without temporary files of nginx', async () => {
    const phone = newPhone();
    const { status, url } = await upload(phone, 8_000_000);
    expect(status).toBe(200);
    leftNothing();

    const { pathname } = new URL(url, base);
    const socket = connect(nginx.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const ended = new Promise((done) => socket.once('close', done));
    socket.once('data', () => socket.pause());
    socket.on('data', (chunk) => chunks.push(chunk));
    const head = { host: `127.0.0.1:${nginx.port}`, connection: 'close', ...phone.headers() };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await until(() => chunks.length > 0);
    // Meanwhile nginx buffers as much for the slow reader as it ever does.
    for (let calls = 0; calls < 20; calls += 1) await newPhone().newForm();
    socket.resume();
    await ended;
    const answer = Buffer.concat(chunks);
    const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
    expect(body.equals(jpeg('a', 8_000_000))).toBe(true);
    leftNothing();
  });

  it('continue an interrupted upload', async () => {
    const phone = newPhone();
    const whole = multipartBody([
      formIdPart(await phone.newForm()),
      filePart('a.jpg', jpeg('b', 2_000_000)),
    ]);
    const headers = { ...phone.headers(), 'idempotency-key': randomUUID() };
    const created = await fetchDocumented(base + saveId, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': multipartType,
        'upload-complete': '?0',
        'upload-length': String(whole.length),
      },
    });
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    const piece = (offset: number) => ({
      ...headers,
      'content-type': 'application/partial-upload',
      'upload-complete': '?1',
      'upload-offset': String(offset),
    });
    const lines = Object.entries({
      host: `127.0.0.1:${nginx.port}`,
      'content-length': String(whole.length),
      ...piece(0),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    let offset = 0;
    // A HEAD request ends the running upload, and may arrive before any byte of it. Then the loop tries again.
    while (offset === 0) {
      const cut = connect(nginx.port, '127.0.0.1');
      cut.on('error', () => {});
      cut.write(`PATCH ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      await new Promise((done) => cut.write(whole.subarray(0, 1_000_000), done));
      await newPhone().newForm();
      const known = await fetchDocumented(base + path, { method: 'HEAD', headers });
      offset = Number(known.headers.get('upload-offset'));
      cut.destroy();
    }
    const last = await fetchDocumented(base + path, {
      method: 'PATCH',
      headers: piece(offset),
      body: new Uint8Array(whole.subarray(offset)),
    });
    expect([last.status, last.headers.get('upload-complete')]).toEqual([200, '?1']);
    const documents = (await fleet.forms()).flatMap((form) => form.documents);
    expect(documents.map(fleet.bytesOf)).toContainEqual(jpeg('b', 2_000_000));
    leftNothing();
  });

  it('answer a whole body as resumable, and also the next call on that connection', async () => {
    const phone = newPhone();
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', jpeg('c'))];
    const reply = await fetchDocumented(base + saveId, {
      method: 'POST',
      headers: {
        ...phone.headers(),
        'content-type': multipartType,
        'upload-complete': '?1',
        'idempotency-key': randomUUID(),
      },
      body: new Uint8Array(multipartBody(parts)),
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ wasSuccessful: true });
    expect(await phone.newForm()).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ['the server says', 102 * 1024 * 1024 + 1],
    ['nginx says', 104 * 1024 * 1024 + 1],
  ])('are too small for a body where %s so, in JSON', async (_who, bytes) => {
    const phone = newPhone();
    await phone.newForm();
    const socket = connect(nginx.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const head = {
      host: `127.0.0.1:${nginx.port}`,
      'content-type': multipartType,
      'content-length': String(bytes),
      ...phone.headers(),
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${saveId} HTTP/1.1\r\n${lines.join('')}\r\n--`);
    await until(() => /\r\n\r\n.*\}/s.test(answer));
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 413 .*^content-type: application\/json/ims);
    expect(answer).toContain('"title":"Too large"');
  });

  it('replace each other if one is gone', async () => {
    await fleet.server(0).kill();
    const phones = Array.from({ length: 8 }, newPhone);
    const forms = await Promise.all(phones.map((phone) => phone.newForm()));
    await fleet.start(0);
    expect(forms.filter((id) => !/^[\da-f-]{36}$/.test(id))).toEqual([]);
  });

  it('are chosen by the device', async () => {
    const phone = newPhone();
    const calls = () =>
      fleet.ports.map((_, index) => fleet.server(index).output().split('GetInfo').length);
    const before = calls();
    for (let count = 0; count < 6; count += 1) await phone.newForm();
    const more = () => calls().map((count, index) => count - (before[index] ?? 0));
    await until(() => more().some((count) => count === 6));
    expect(more().toSorted()).toEqual([0, 6]);
  });
});
