import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLimits } from '../../../server/limits.ts';
import { expectDocumented } from '../support/documented.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { until } from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

/** The examples of the draft (draft-ietf-httpbis-resumable-upload), sent with Node's own HTTP client only. */

const saveId = '/api/SimRegistration/SaveIdDocument';

let server: Harness;
let port: number;
let whole: Buffer;
let own: Record<string, string>;
const serve = async (options = {}) => {
  server = await openHarness(options);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  const phone = server.device();
  whole = multipartBody([formIdPart(await phone.newForm()), filePart('a.jpg', jpeg('a', 300_000))]);
  own = {
    'x-application-key': 'test-key',
    'x-device-identifier': phone.id,
    cookie: `XSRF-TOKEN=${phone.token()}`,
    'x-xsrf-token': phone.token(),
    'idempotency-key': randomUUID(),
  };
};
beforeEach(() => serve());
afterEach(() => server.close());

type Heard = Readonly<{ status: number; headers: IncomingHttpHeaders }>;
type Reply = Heard & Readonly<{ body: string; interim: readonly Heard[] }>;

const begin = (method: string, path: string, headers: Record<string, string | number>) =>
  request({ port, host: '127.0.0.1', method, path, agent: false, headers: { ...own, ...headers } });

async function replyOf(asked: ClientRequest): Promise<Reply> {
  const interim: Heard[] = [];
  asked.on('information', ({ statusCode, headers }) =>
    interim.push({ status: statusCode, headers: headers as IncomingHttpHeaders }),
  );
  const [response] = await once(asked, 'response');
  const body = await text(response);
  expectDocumented({
    method: asked.method,
    url: asked.path,
    status: response.statusCode,
    type: response.headers['content-type'] ?? null,
    text: body,
  });
  return { status: response.statusCode, headers: response.headers, body, interim };
}

const send = (method: string, path: string, headers = {}, body: Buffer = Buffer.alloc(0)) => {
  const asked = begin(method, path, { ...headers, 'content-length': body.length });
  const reply = replyOf(asked);
  asked.end(body);
  return reply;
};
const creation = (complete: boolean) => ({
  'content-type': multipartType,
  'upload-complete': complete ? '?1' : '?0',
  'upload-length': whole.length,
});
const piece = (offset: number, complete: boolean) => ({
  'content-type': 'application/partial-upload',
  'upload-offset': offset,
  'upload-complete': complete ? '?1' : '?0',
});
const addressIn = ({ headers }: Heard) => headers.location ?? '';
/** The number of stored bytes. */
const recorded = (path: string) => {
  const folder = join(server.dataDir, 'uploads', own['x-device-identifier'] ?? '');
  return Number(readFileSync(join(folder, path.split('/').at(-1) ?? '', 'offset'), 'utf8'));
};
const offsetOf = async (path: string) => {
  const { status, headers } = await send('HEAD', path);
  return [status, Number(headers['upload-offset']), headers['upload-complete']];
};

/** Sends the first bytes of a body of known length, and then nothing more. */
function sendPartly(
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body: Buffer,
  bytes: number,
): ClientRequest {
  const asked = begin(method, path, { ...headers, 'content-length': body.length });
  asked.on('error', () => {});
  asked.write(body.subarray(0, bytes));
  return asked;
}

const closed = (asked: ClientRequest) =>
  new Promise<void>((done) => {
    if (asked.closed) done();
    else asked.once('close', () => done());
  });

describe('the draft’s examples', () => {
  it('creation A: one request, with an interim answer that has the address', async () => {
    const reply = await send('POST', saveId, creation(true), whole);
    expect(reply.interim).toHaveLength(1);
    expect(reply.interim[0]?.status).toBe(104);
    expect(addressIn(reply.interim[0] ?? reply)).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect([reply.status, reply.headers['upload-complete']]).toEqual([200, '?1']);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via'])(
    'creation A through a proxy that sends %s: no interim answer, which the proxy could take for the final one',
    async (name) => {
      const reply = await send('POST', saveId, { ...creation(true), [name]: '10.0.0.1' }, whole);
      expect([reply.interim.length, reply.status]).toEqual([0, 200]);
    },
  );

  it('creation B, retrieval, append A and B: a part, its offset, the rest in two', async () => {
    const created = await send('POST', saveId, creation(false), whole.subarray(0, 100_000));
    expect([created.status, created.headers['upload-complete']]).toEqual([201, '?0']);
    const path = addressIn(created);
    expect(await offsetOf(path)).toEqual([204, 100_000, '?0']);
    const more = await send('PATCH', path, piece(100_000, false), whole.subarray(100_000, 200_000));
    expect([more.status, more.headers['upload-complete']]).toEqual([204, '?0']);
    const last = await send('PATCH', path, piece(200_000, true), whole.subarray(200_000));
    expect([last.status, last.headers['upload-complete']]).toEqual([200, '?1']);
    expect(JSON.parse(last.body).documents).toHaveLength(1);
  });

  it('creation C: continues at the address of the interim answer if the final answer is lost', async () => {
    const asked = sendPartly('POST', saveId, creation(true), whole, 150_000);
    const [early] = await once(asked, 'information');
    asked.destroy();
    const path = String(early.headers.location);
    const [, offset] = await offsetOf(path);
    expect(offset).toBeLessThanOrEqual(150_000);
    const rest = await send(
      'PATCH',
      path,
      piece(Number(offset), true),
      whole.subarray(Number(offset)),
    );
    expect([rest.status, rest.headers['upload-complete']]).toEqual([200, '?1']);
  });

  it('creation D: an invalid request is refused permanently', async () => {
    const coded = { ...creation(false), 'content-encoding': 'gzip' };
    const reply = await send('POST', saveId, coded, Buffer.from('no gzip'));
    expect([reply.status, reply.headers['upload-complete']]).toEqual([415, '?1']);
  });

  it('cancellation', async () => {
    const path = addressIn(await send('POST', saveId, creation(false)));
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('HEAD', path)).status).toBe(404);
  });
});

describe('an interrupted append', () => {
  it('keeps the received bytes, and never loses confirmed ones', async () => {
    const path = addressIn(await send('POST', saveId, creation(false)));
    let offset = 0;
    for (let cut = 0; cut < 3; cut += 1) {
      const rest = whole.subarray(offset);
      const asked = sendPartly('PATCH', path, piece(offset, true), rest, 50_000);
      await once(asked, 'socket');
      await new Promise((done) => asked.write('', done));
      asked.destroy();
      const [, now] = await offsetOf(path);
      expect(Number(now)).toBeGreaterThanOrEqual(offset);
      offset = Number(now);
    }
    const last = await send('PATCH', path, piece(offset, true), whole.subarray(offset));
    expect([last.status, JSON.parse(last.body).documents.length]).toEqual([200, 1]);
  });

  it.each(['HEAD', 'PATCH'])(
    'is ended by the next request on the same upload: %s',
    async (next) => {
      const path = addressIn(await send('POST', saveId, creation(false)));
      const first = sendPartly('PATCH', path, piece(0, true), whole, 200_000);
      await until(() => recorded(path) > 0);
      const at = recorded(path);
      const reply =
        next === 'HEAD'
          ? await send('HEAD', path)
          : await send('PATCH', path, piece(at, true), whole.subarray(at));
      await closed(first);
      // The bytes of the first call count, so the second call may have to continue after them.
      expect([200, 204, 409]).toContain(reply.status);
      const offset = Number(reply.headers['upload-offset'] ?? whole.length);
      expect(offset).toBeGreaterThanOrEqual(at);
      const last = await send('PATCH', path, piece(offset, true), whole.subarray(offset));
      expect([last.status, JSON.parse(last.body).documents.length]).toEqual([200, 1]);
    },
  );

  it('is ended when it stalls, and the received bytes stay', async () => {
    await server.close();
    await serve({ limits: { maxAppendSilenceMs: 500 } });
    const path = addressIn(await send('POST', saveId, creation(false)));
    const stalled = sendPartly('PATCH', path, piece(0, true), whole, 1000);
    await closed(stalled);
    expect(await offsetOf(path)).toEqual([204, 1000, '?0']);
  });

  it('that brought its last byte is never ended as too slow, however long the disk needs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await server.close();
    const beforeAppend = async () => void vi.advanceTimersByTime(6 * defaultLimits.uploadTickMs);
    await serve({ beforeAppend });
    const created = await send('POST', saveId, creation(false), whole.subarray(0, 10));
    expect([created.status, created.headers['upload-offset']]).toEqual([201, '10']);
    const more = piece(10, false);
    const appended = await send('PATCH', addressIn(created), more, whole.subarray(10, 20));
    expect([appended.status, appended.headers['upload-offset']]).toEqual([204, '20']);
  });
});

it('the last piece of an upload during a stop gets 503, and its bytes stay for the next server', async () => {
  await server.close();
  let stopped: Promise<void> | null = null;
  const beforeAppend = async () => {
    stopped ??= server.app.close();
    await until(() => !server.app.server.listening);
  };
  await serve({ beforeAppend });
  const reply = await send('POST', saveId, creation(true), whole);
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
  expect(recorded(addressIn(reply.interim[0] ?? reply))).toBe(whole.length);
  await stopped;
});
