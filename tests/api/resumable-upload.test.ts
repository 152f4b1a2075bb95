import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../src/api/calls.ts';
import type { UploadParts } from '../../src/api/client.ts';
import { answerOf } from '../../src/api/read-answer.ts';
import { formId, type IdempotencyKey, idempotencyKey } from '../../src/domain/ids.ts';
import type { ResumeSupport } from '../../src/domain/resume-support.ts';
import type { BegunUpload } from '../../src/domain/submission-types.ts';
import { applicationKey, type Harness, openHarness } from '../server/support/harness.ts';
import { until } from '../server/support/process.ts';
import { jpeg } from '../server/support/samples.ts';
import { apiAt, uploadParts } from './support.ts';

/** The fault of a request on its way. */
type Fault =
  /** This many bytes of the body arrive. Then the connection is lost. */
  | Readonly<{ cutAfter: number }>
  /** The request arrives, but its answer does not. */
  | 'unheard'
  | 'lost'
  | Response;

type Sent = Readonly<{ method: string; url: string; bytes: number }>;

let server: Harness;
let address: string;
let device: ReturnType<Harness['device']>;
let form: ReturnType<typeof formId>;
let sent: Sent[];
/** Called once for each request. Returns the request's fault. */
let faultOf: (it: Sent) => Fault | undefined;
/** The device's stored facts about the backend and the upload. */
let told: ResumeSupport | null;
let came: BegunUpload[];
let now: number;
beforeEach(async () => {
  server = await openHarness();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  device = server.device();
  form = formId(await device.newForm());
  sent = [];
  faultOf = () => undefined;
  told = null;
  came = [];
  now = 0;
});
afterEach(() => server.close());

/** A browser's `fetch` over a bad link. */
const badLink: typeof fetch = async (input, init) => {
  const asIs = new Request(new URL(String(input), address), { ...init, signal: null });
  const { method } = asIs;
  const url = String(input);
  const bytes = Buffer.from(await asIs.arrayBuffer());
  const it = { method, url, bytes: bytes.length };
  const fault = faultOf(it);
  const isCut = typeof fault === 'object' && 'cutAfter' in fault;
  sent.push({ ...it, bytes: isCut ? fault.cutAfter : bytes.length });
  if (fault === 'lost') throw new TypeError('lost');
  if (fault instanceof Response) return fault;
  const headers = Object.fromEntries(asIs.headers);
  const asked = request(asIs.url, {
    method,
    agent: false,
    headers: { ...headers, cookie: `XSRF-TOKEN=${device.token()}`, 'content-length': bytes.length },
  });
  asked.on('error', () => {});
  if (isCut) {
    const before = recorded();
    asked.write(bytes.subarray(0, fault.cutAfter));
    await until(() => recorded() > before);
    asked.destroy();
    throw new TypeError('cut');
  }
  asked.end(bytes);
  const [response] = await once(asked, 'response');
  const answer = await text(response);
  if (fault === 'unheard') throw new TypeError('unheard');
  const empty = response.statusCode === 204 || method === 'HEAD';
  return new Response(empty ? null : answer, {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  });
};
/** Returns the number of bytes of all uploads on the server's disk. */
const recorded = () => {
  const folder = join(server.dataDir, 'uploads', device.id);
  const begun = existsSync(folder) ? readdirSync(folder) : [];
  return begun
    .filter((id) => existsSync(join(folder, id, 'offset')))
    .map((id) => Number(readFileSync(join(folder, id, 'offset'), 'utf8')))
    .reduce((sum, offset) => sum + offset, 0);
};
const process = () =>
  apiAt(address, {
    applicationKey,
    fetch: badLink,
    deviceIdentifier: async () => device.id,
    antiForgeryToken: async () => device.token(),
  });

const photo = new Uint8Array(jpeg('photo', 200_000));
/** The options of an upload in pieces. By default, one piece has all remaining bytes. */
const pieces = (changes: Partial<UploadParts> = {}): UploadParts =>
  uploadParts({
    clock: {
      now: () => now,
      ticks: () => performance.now(),
      // The upload waits for seconds. In these tests the link is back sooner, so the waits are shorter.
      sleep: (ms, signal) => setTimeout(ms / 20, undefined, { signal }).catch(() => undefined),
    },
    support: {
      read: async () => told,
      keep: async (support) => {
        told = support;
      },
    },
    came: async (upload) => {
      came.push(upload);
      return true;
    },
    ...changes,
  });
const upload = (api: Api, key: IdempotencyKey, parts: UploadParts | undefined = pieces()) =>
  answerOf(() =>
    api.saveDocument(
      'registration',
      'SaveIdDocument',
      {
        formId: form,
        files: [
          { data: new Blob([photo], { type: 'image/jpeg' }), fileName: 'id-document-0a1b2c3d.jpg' },
        ],
      },
      { timeoutMs: 20_000, idempotencyKey: key, resumableUpload: parts },
    ),
  );
/** The same call in one request, as over a good connection. */
const atOnce = (api: Api, key: IdempotencyKey) =>
  answerOf(() =>
    api.saveDocument(
      'registration',
      'SaveIdDocument',
      {
        formId: form,
        files: [{ data: new Blob([photo]), fileName: 'id-document-4e5f6a7b.jpg' }],
      },
      { timeoutMs: 20_000, idempotencyKey: key },
    ),
  );
const newKey = () => idempotencyKey(randomUUID());
const bytesSent = () => sent.reduce((sum, { bytes }) => sum + bytes, 0);
const methods = () => sent.map(({ method }) => method).join(' ');
const done = { status: 'result', httpStatus: 200, result: { wasSuccessful: true } };
const documents = async () => (await server.stored()).flatMap((it) => it.documents);
/** Gives the fault to the nth request with this method. */
const nth = (method: string, n: number, fault: Fault) => {
  let count = 0;
  return (it: Sent) => {
    if (it.method !== method) return undefined;
    count += 1;
    return count === n ? fault : undefined;
  };
};
const first =
  (...faults: ((it: Sent) => Fault | undefined)[]) =>
  (it: Sent) =>
    faults.map((fault) => fault(it)).find((found) => found !== undefined);

describe('an upload over a link that breaks again and again', () => {
  it('arrives, and continues each time after the received bytes', async () => {
    faultOf = first(
      nth('PATCH', 1, { cutAfter: 60_000 }),
      nth('PATCH', 2, { cutAfter: 70_000 }),
      nth('PATCH', 3, { cutAfter: 50_000 }),
    );
    expect(await upload(process(), newKey())).toMatchObject(done);
    // If each attempt began at the first byte, it would be 1.9 times the file. At each cut the server may have read up to 32 kB that it did
    // not count.
    expect(bytesSent()).toBeLessThan(photo.length * 1.5);
    expect(await documents()).toHaveLength(1);
  });

  it('is continued by a process that does not know its address', async () => {
    const key = newKey();
    faultOf = (it) =>
      it.method === 'PATCH' ? { cutAfter: 150_000 } : it.method === 'HEAD' ? 'lost' : undefined;
    expect(await upload(process(), key)).toEqual({ status: 'unanswered', reason: 'network' });
    faultOf = () => undefined;
    sent = [];
    expect(await upload(process(), key)).toMatchObject(done);
    expect(methods()).toBe('POST PATCH');
    expect(bytesSent()).toBeLessThan(photo.length - 30_000);
    expect(await documents()).toHaveLength(1);
  });

  it('is continued by a process that knows its address, without a new start', async () => {
    const key = newKey();
    faultOf = (it) =>
      it.method === 'PATCH' ? { cutAfter: 150_000 } : it.method === 'HEAD' ? 'lost' : undefined;
    expect(await upload(process(), key)).toEqual({ status: 'unanswered', reason: 'network' });
    expect(came).toEqual([
      { address: expect.stringContaining('/uploads/'), came: 0, length: expect.any(Number) },
    ]);
    faultOf = () => undefined;
    sent = [];
    const begun = came[0] ?? null;
    expect(await upload(process(), key, pieces({ begun }))).toMatchObject(done);
    // The first request has no bytes. Its answer gives the offset.
    expect(sent.map(({ method, bytes }) => [method, bytes > 0])).toEqual([
      ['PATCH', false],
      ['PATCH', true],
    ]);
    expect(bytesSent()).toBeLessThan(photo.length - 30_000);
    expect(came.at(-1)?.came).toBeGreaterThan(30_000);
    expect(await documents()).toHaveLength(1);
  });

  it('loses no bytes if a new process has an expired token', async () => {
    const begun = { address: `/api/uploads/${randomUUID()}`, came: 60_000, length: 200_400 };
    faultOf = nth('PATCH', 1, new Response('', { status: 400 }));
    const refused = { status: 'unexpected', httpStatus: 400 };
    expect(await upload(process(), newKey(), pieces({ begun }))).toMatchObject(refused);
    expect(bytesSent()).toBe(0);
  });

  it('gets the answer that another process lost, without sending the bytes again', async () => {
    const key = newKey();
    faultOf = first(nth('PATCH', 1, 'unheard'), (it) =>
      it.method === 'HEAD' ? 'lost' : undefined,
    );
    expect(await upload(process(), key)).toEqual({ status: 'unanswered', reason: 'network' });
    sent = [];
    expect(await upload(process(), key, pieces({ begun: came[0] ?? null }))).toMatchObject(done);
    expect([methods(), bytesSent()]).toEqual(['PATCH PATCH', 0]);
    expect(await documents()).toHaveLength(1);
  });

  it('starts again if its address is no longer known', async () => {
    const begun = { address: `/api/uploads/${randomUUID()}`, came: 60_000, length: 200_400 };
    expect(await upload(process(), newKey(), pieces({ begun }))).toMatchObject(done);
    expect(methods()).toBe('OPTIONS PATCH POST PATCH');
    expect(await documents()).toHaveLength(1);
  });

  it('reports after each piece the received bytes and the time', async () => {
    const took: number[] = [];
    const some = pieces({ pieceBytes: () => 60_000, sent: (bytes) => took.push(bytes) });
    expect(await upload(process(), newKey(), some)).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH PATCH PATCH PATCH');
    expect(came.map((each) => each.came)).toEqual([0, 60_000, 120_000, 180_000]);
    expect(took.reduce((sum, bytes) => sum + bytes, 0)).toBe(came[0]?.length);
    expect(await documents()).toHaveLength(1);
  });

  it('stops if its address could not be stored', async () => {
    const fenced = pieces({ came: async () => false });
    const aborted = { status: 'unanswered', reason: 'aborted' };
    expect(await upload(process(), newKey(), fenced)).toEqual(aborted);
    expect(methods()).toBe('OPTIONS POST');
  });

  it('gets the lost answer without sending the bytes again', async () => {
    faultOf = nth('PATCH', 1, 'unheard');
    expect(await upload(process(), newKey())).toMatchObject({
      ...done,
      result: { documents: [{ name: 'id-document-0a1b2c3d.jpg' }] },
    });
    expect(methods()).toBe('OPTIONS POST PATCH HEAD PATCH');
    expect(sent.at(-1)?.bytes).toBe(0);
    expect(await documents()).toHaveLength(1);
  });

  it('waits while the connection is down for a moment', async () => {
    faultOf = first(nth('PATCH', 1, { cutAfter: 60_000 }), nth('HEAD', 1, 'lost'));
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD HEAD PATCH');
  });

  it('leaves the wait to the outbox if the interrupted piece brought nothing', async () => {
    faultOf = nth('PATCH', 1, 'lost');
    const lost = { status: 'unanswered', reason: 'network' };
    expect(await upload(process(), newKey())).toEqual(lost);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD');
  });

  it('is sent as one POST if the server has more bytes than the file', async () => {
    const location = `/api/uploads/${randomUUID()}`;
    const headers = { location, 'upload-offset': '300000' };
    faultOf = nth('POST', 1, new Response(null, { status: 201, headers }));
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST POST');
    expect(came).toEqual([]);
  });
});

describe('a new upload', () => {
  const some = (changes: Partial<UploadParts> = {}) =>
    pieces({ isNew: true, pieceBytes: () => 60_000, ...changes });
  /** The method and the bytes of each request. */
  const brought = () => sent.map(({ method, bytes }) => `${method} ${bytes}`).slice(1);

  it('begins with a request that carries a piece', async () => {
    const took: number[] = [];
    expect(
      await upload(process(), newKey(), some({ sent: (bytes) => took.push(bytes) })),
    ).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH PATCH PATCH');
    expect(came.map((each) => each.came)).toEqual([60_000, 120_000, 180_000]);
    expect(took.reduce((sum, bytes) => sum + bytes, 0)).toBe(came[0]?.length);
    expect(bytesSent()).toBe(came[0]?.length);
    expect(await documents()).toHaveLength(1);
  });

  it('asks how much arrived if its first request was interrupted, and continues there', async () => {
    faultOf = nth('POST', 1, { cutAfter: 40_000 });
    expect(await upload(process(), newKey(), some())).toMatchObject(done);
    expect(brought().slice(0, 2)).toEqual(['POST 40000', 'POST 0']);
    expect(bytesSent()).toBeLessThan(photo.length * 1.2);
    expect(await documents()).toHaveLength(1);
  });

  it('sends nothing twice if its first request arrived but not the answer', async () => {
    faultOf = nth('POST', 1, 'unheard');
    expect(await upload(process(), newKey(), some())).toMatchObject(done);
    expect(brought().slice(0, 3)).toEqual(['POST 60000', 'POST 0', 'PATCH 60000']);
    expect(bytesSent()).toBe(came[0]?.length);
    expect(await documents()).toHaveLength(1);
  });

  it('leaves the wait to the outbox if nothing arrives', async () => {
    faultOf = (it) => (it.method === 'POST' ? 'lost' : undefined);
    const lost = { status: 'unanswered', reason: 'network' };
    expect(await upload(process(), newKey(), some())).toEqual(lost);
    faultOf = first(nth('POST', 1, 'lost'), nth('POST', 3, 'lost'));
    expect(await upload(process(), newKey(), some())).toEqual(lost);
  });

  it('carries at most the bytes that the backend allows at first, or none if that is unknown', async () => {
    told = { resumes: true, broken: 0, askedAt: 0, maxFirst: 5000 };
    await upload(process(), newKey(), some());
    told = { resumes: true, broken: 0, askedAt: 0 };
    await upload(process(), newKey(), some());
    const firsts = sent.filter(({ method }) => method === 'POST').map(({ bytes }) => bytes);
    expect(firsts).toEqual([5000, 0]);
  });
});

describe('a backend that resumes uploads', () => {
  it('is asked once, and never if resuming would not help', async () => {
    const api = process();
    await atOnce(api, newKey());
    expect(methods()).toBe('POST');
    await upload(api, newKey());
    await upload(api, newKey());
    expect(methods()).toBe('POST OPTIONS POST PATCH POST PATCH');
  });

  it('may name another offset, which the app uses', async () => {
    const lie = new Response(null, { status: 204, headers: { 'upload-offset': '190000' } });
    faultOf = first(nth('PATCH', 1, { cutAfter: 60_000 }), nth('HEAD', 1, lie));
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH HEAD PATCH PATCH');
    expect(await documents()).toHaveLength(1);
  });

  it('may lose an upload, which then starts again', async () => {
    faultOf = nth('PATCH', 1, new Response(null, { status: 404 }));
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH POST PATCH');
  });

  it('may refuse the content, which counts as the call’s refusal', async () => {
    form = formId(randomUUID());
    expect(await upload(process(), newKey())).toMatchObject({
      status: 'result',
      httpStatus: 400,
      result: { wasSuccessful: false, modelState: { FormId: expect.anything() } },
    });
    expect(methods()).toBe('OPTIONS POST PATCH');
  });

  it('may be busy, which the outbox handles', async () => {
    const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '7' } });
    faultOf = nth('PATCH', 1, busy());
    expect(await upload(process(), newKey())).toMatchObject({
      status: 'unexpected',
      httpStatus: 503,
      headers: { 'retry-after': '7' },
    });
    expect(methods()).toBe('OPTIONS POST PATCH');
  });

  it('may be busy after it lost an upload too often; the app does not send the whole body then', async () => {
    const busy = new Response('{}', { status: 503, headers: { 'retry-after': '7' } });
    faultOf = first(nth('POST', 5, busy), ({ method }) =>
      method === 'PATCH' ? new Response(null, { status: 404 }) : undefined,
    );
    expect(await upload(process(), newKey())).toMatchObject({
      status: 'unexpected',
      httpStatus: 503,
      headers: { 'retry-after': '7' },
    });
    expect(methods()).toBe(`OPTIONS${' POST PATCH'.repeat(4)} POST`);
  });

  it.each([
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    '/\\elsewhere.example/x',
    '\\/elsewhere.example/x',
    '/\t/elsewhere.example/x',
    '/.//elsewhere.example/x',
    'https://app@elsewhere.example/x',
    'javascript:alert(1)',
    'http://[',
  ])('is not sent our key to another origin: %j', async (location) => {
    const elsewhere = { location, 'upload-offset': '0' };
    faultOf = nth('POST', 1, new Response(null, { status: 201, headers: elsewhere }));
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST POST');
    expect(sent.every(({ url }) => url.startsWith('/api/'))).toBe(true);
  });

  it.each([
    'http://127.0.0.1:9/api/uploads/1',
    '/\\elsewhere.example/x',
    '/\t/elsewhere.example/x',
  ])('begins anew where the address that is stored is of another origin: %j', async (stored) => {
    const begun = { address: stored, came: 20_000, length: 200_000 };
    expect(await upload(process(), newKey(), pieces({ begun }))).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH');
    expect(sent.every(({ url }) => url.startsWith('/api/'))).toBe(true);
  });
});

describe('the stored facts about a backend', () => {
  it('are kept for later processes, for a day', async () => {
    await upload(process(), newKey());
    sent = [];
    now = 23 * 3_600_000;
    await upload(process(), newKey());
    expect(methods()).toBe('POST PATCH');
    sent = [];
    now = 25 * 3_600_000;
    await upload(process(), newKey());
    expect(methods()).toBe('OPTIONS POST PATCH');
  });

  it('come only from the backend itself', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' } };
    const passing = [
      new Response('Log in', page),
      new Response('', { status: 503 }),
      'lost',
    ] as const;
    for (const fault of passing) {
      faultOf = nth('OPTIONS', 1, fault);
      await upload(process(), newKey());
      expect(told).toBeNull();
    }
    expect(methods()).toBe('OPTIONS POST OPTIONS POST OPTIONS POST');
  });
});

describe('a backend that does not resume uploads', () => {
  it('gets one POST, and is asked once', async () => {
    faultOf = (it) => (it.method === 'OPTIONS' ? new Response(null, { status: 404 }) : undefined);
    const api = process();
    expect(await upload(api, newKey())).toMatchObject(done);
    await upload(api, newKey());
    expect(methods()).toBe('OPTIONS POST POST');
  });

  it('gets one POST, also if it refuses the question', async () => {
    faultOf = (it) => (it.method === 'OPTIONS' ? 'lost' : undefined);
    expect(await upload(process(), newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST');
  });

  it('gets one POST after it dropped two uploads', async () => {
    faultOf = (it) => (it.method === 'PATCH' ? new Response(null, { status: 204 }) : undefined);
    const api = process();
    for (let n = 0; n < 3; n += 1) expect(await upload(api, newKey())).toMatchObject(done);
    expect(methods()).toBe('OPTIONS POST PATCH POST POST PATCH POST POST');
  });
});
