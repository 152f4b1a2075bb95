import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, defaultLimits } from '../../../server/limits.ts';
import { type Device, type Harness, openHarness, type Reply } from '../support/harness.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';

let server: Harness;
let phone: Device;
let formId: string;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
  formId = await phone.newForm();
});
afterEach(() => server.close());

const bodyOf = (name = 'a.jpg', size = 100_000) =>
  multipartBody([formIdPart(formId), filePart(name, jpeg(name, size))]);

type Headers = Record<string, string | undefined>;

const create = (
  whole: Buffer,
  first: Buffer = Buffer.alloc(0),
  headers: Headers = {},
  device = phone,
) =>
  device.call({
    method: 'POST',
    url: saveId,
    body: first,
    headers: {
      'content-type': multipartType,
      'upload-complete': '?0',
      'upload-length': String(whole.length),
      ...headers,
    },
  });
const append = (url: string, at: number, bytes: Buffer, isLast: boolean, headers: Headers = {}) =>
  phone.call({
    method: 'PATCH',
    url,
    body: bytes,
    headers: {
      'content-type': 'application/partial-upload',
      'upload-offset': String(at),
      'upload-complete': isLast ? '?1' : '?0',
      ...headers,
    },
  });
const head = (url: string, device = phone) => device.call({ method: 'HEAD', url });
const addressIn = (reply: Reply) => String(reply.headers['location']);
const offsetIn = (reply: Reply) => Number(reply.headers['upload-offset']);
const names = (reply: Reply) => reply.json.documents.map((it: { name: string }) => it.name);
const openUploads = () => server.openUploads(phone.id);

describe('the support of resumable uploads', () => {
  it('is reported by OPTIONS of each upload call, and of no other', async () => {
    for (const call of [
      'SimRegistration/SaveSignature',
      'SimRegistration/SaveIdDocument',
      'SimRegistration/SaveCompanyRegistrationDocument',
      'SimReplacement/SavePoliceDocument',
    ]) {
      const reply = await phone.call({ method: 'OPTIONS', url: `/api/${call}` });
      expect([call, reply.status]).toEqual([call, 204]);
      expect(reply.headers['accept-patch']).toBe('application/partial-upload');
      expect(reply.headers['upload-limit']).toBe('max-size=106954752, min-size=0, max-age=604800');
    }
    const other = await phone.call({
      method: 'OPTIONS',
      url: '/api/SimRegistration/RegisterSim',
    });
    expect([other.status, other.headers['upload-limit']]).toEqual([404, undefined]);
  });
});

describe('a resumable upload', () => {
  it('goes through its call after the last byte, as one POST would', async () => {
    const whole = bodyOf();
    const created = await create(whole, whole.subarray(0, 10_000));
    expect(created.status).toBe(201);
    expect(created.headers['upload-complete']).toBe('?0');
    expect(created.headers['upload-limit']).toContain('max-age=604800');
    const address = addressIn(created);

    const second = await append(address, 10_000, whole.subarray(10_000, 90_000), false);
    expect([second.status, second.headers['upload-complete'], offsetIn(second)]).toEqual([
      204,
      '?0',
      90_000,
    ]);
    expect(server.onDisk().kept).toEqual([]);

    const last = await append(address, 90_000, whole.subarray(90_000), true);
    expect([last.status, last.headers['upload-complete']]).toEqual([200, '?1']);
    expect(names(last)).toEqual(['a.jpg']);
    expect(server.onDisk().kept).toHaveLength(1);
    const [form] = await server.stored();
    expect(form?.documents.map(({ name }) => name)).toEqual(['a.jpg']);
  });

  it('reports its offset, and no cache stores that', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 777)));
    const reply = await head(address);
    expect(reply.status).toBe(204);
    expect(reply.headers).toMatchObject({
      'upload-offset': '777',
      'upload-complete': '?0',
      'upload-length': String(whole.length),
      'cache-control': 'no-store',
    });
    server.clock.now += 60_000;
    expect((await head(address)).headers['upload-limit']).toContain('max-age=604740');
  });

  it('may be complete at its creation', async () => {
    const whole = bodyOf();
    const reply = await create(whole, whole, { 'upload-complete': '?1' });
    expect([reply.status, reply.headers['upload-complete']]).toEqual([200, '?1']);
    expect(names(reply)).toEqual(['a.jpg']);
  });

  it('refuses an append at another offset, and names the right one', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 5000)));
    for (const at of [0, 4999, 5001]) {
      const reply = await append(address, at, whole.subarray(at), true);
      expect([reply.status, offsetIn(reply), reply.headers['upload-complete']]).toEqual([
        409,
        5000,
        '?0',
      ]);
      expect(reply.json).toMatchObject({ 'expected-offset': 5000, 'provided-offset': at });
    }
    expect((await append(address, 5000, whole.subarray(5000), true)).status).toBe(200);
  });

  it('continues after a restart of the server', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 50_000)));
    const { id } = phone;
    server = await server.restart();
    phone = server.device(id);
    await phone.newForm();
    expect(offsetIn(await head(address))).toBe(50_000);
    expect((await append(address, 50_000, whole.subarray(50_000), true)).status).toBe(200);
  });

  it('is returned to a caller with the same key, and to no other key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const whole = bodyOf();
    // The server must answer the later of two simultaneous calls. The client no longer waits for the earlier one.
    const begun = [create(whole, undefined, key), create(whole, undefined, key)];
    const answers = (await Promise.allSettled(begun)).filter(
      ({ status }) => status === 'fulfilled',
    );
    expect([answers.length > 0, await openUploads()]).toEqual([true, 1]);
    const address = addressIn(await create(whole, undefined, key));
    await append(address, 0, whole.subarray(0, 30_000), false, key);
    const again = await create(whole, whole.subarray(0, 10_000), key);
    expect([again.status, addressIn(again), offsetIn(again)]).toEqual([201, address, 30_000]);

    const other = await create(bodyOf('b.jpg', 90_000), Buffer.alloc(0), key);
    expect(other.status).toBe(422);
    const foreign = { 'idempotency-key': randomUUID() };
    expect((await append(address, 30_000, Buffer.from('x'), false, foreign)).status).toBe(404);
    expect(addressIn(await create(whole, Buffer.alloc(0), foreign))).not.toBe(address);
    const last = await append(address, 30_000, whole.subarray(30_000), true, key);
    expect(last.status).toBe(200);
  });

  it('repeats its answer to a caller who did not get it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 9), key));
    const first = await append(address, 9, whole.subarray(9), true, key);
    const known = await head(address);
    expect([known.headers['upload-complete'], offsetIn(known)]).toEqual(['?1', whole.length]);
    const again = await append(address, whole.length, Buffer.alloc(0), true, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    // The same answer goes to a caller who starts a new upload or sends one POST.
    expect(offsetIn(await create(whole, Buffer.alloc(0), key))).toBe(whole.length);
    const post = await phone.call({
      method: 'POST',
      url: saveId,
      body: whole,
      headers: { 'content-type': multipartType, ...key },
    });
    expect([post.status, post.text]).toEqual([200, first.text]);
    expect(server.onDisk().kept).toHaveLength(1);
  });

  it('returns the call’s refusal, marked as complete', async () => {
    const whole = multipartBody([
      formIdPart(randomUUID()),
      filePart('a.jpg', Buffer.from('no picture')),
    ]);
    const address = addressIn(await create(whole));
    const reply = await append(address, 0, whole, true);
    expect([reply.status, reply.headers['upload-complete']]).toEqual([400, '?1']);
    expect(reply.json.errors.FormId).toBeDefined();
  });

  it('keeps its bytes if the call is postponed', async () => {
    let free = 2e9;
    await server.close();
    // The free space shrinks between the append and the call that the append completes.
    server = await openHarness({ freeBytes: () => (free -= 0.3e9) });
    phone = server.device();
    formId = await phone.newForm();
    const whole = bodyOf();
    const address = addressIn(await create(whole));
    free = 1.5e9;
    const full = await append(address, 0, whole, true);
    expect([full.status, full.headers['upload-complete']]).toEqual([503, '?1']);
    expect(full.headers['retry-after']).toBe('600');
    const known = await head(address);
    expect([known.headers['upload-complete'], offsetIn(known)]).toEqual(['?0', whole.length]);
    free = 1e12;
    const reply = await append(address, whole.length, Buffer.alloc(0), true);
    expect(names(reply)).toEqual(['a.jpg']);
  });

  it('is deleted when it is cancelled', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 100)));
    expect((await phone.call({ method: 'DELETE', url: address })).status).toBe(204);
    expect((await head(address)).status).toBe(404);
    expect((await append(address, 100, whole.subarray(100), true)).status).toBe(404);
    expect(await openUploads()).toBe(0);
  });

  it('does not exist for another device', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole, whole.subarray(0, 100)));
    const stranger = server.device();
    await stranger.newForm();
    expect((await head(address, stranger)).status).toBe(404);
    expect((await stranger.call({ method: 'DELETE', url: address })).status).toBe(404);
    expect(offsetIn(await head(address))).toBe(100);
  });

  it('needs key, device and anti-forgery token on each of its calls', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole));
    const noToken = { 'x-xsrf-token': undefined };
    expect((await create(whole, Buffer.alloc(0), noToken)).status).toBe(400);
    expect((await append(address, 0, whole, true, noToken)).status).toBe(400);
    expect((await append(address, 0, whole, true, { 'x-application-key': 'no' })).status).toBe(401);
    expect(offsetIn(await head(address))).toBe(0);
  });
});

describe('the limits of a resumable upload', () => {
  it('allow at most the size of the call’s own body', async () => {
    const reply = await create(Buffer.alloc(0), Buffer.alloc(0), { 'upload-length': '106954753' });
    expect([reply.status, reply.headers['upload-complete']]).toEqual([413, '?1']);
    expect(reply.headers['upload-limit']).toContain('max-size=106954752');
  });

  it('require exactly the declared length', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole));
    expect((await append(address, 0, whole.subarray(1), true)).status).toBe(400);
    const longer = { 'upload-length': String(whole.length + 1) };
    expect((await append(address, 0, whole, true, longer)).status).toBe(400);
    expect(offsetIn(await head(address))).toBe(0);
    const tooMuch = Buffer.concat([whole, Buffer.from('x')]);
    expect((await append(address, 0, tooMuch, false)).status).toBe(400);
    expect((await head(address)).status).toBe(404);
  });

  it('require the length and an accepted body at the creation', async () => {
    const whole = bodyOf();
    const refusals: [Headers, number][] = [
      [{ 'upload-length': undefined }, 411],
      [{ 'content-type': 'application/json' }, 415],
      [{ 'content-encoding': 'gzip' }, 415],
      [{ 'idempotency-key': 'no key' }, 400],
    ];
    for (const [headers, status] of refusals) {
      const reply = await create(whole, Buffer.alloc(0), headers);
      expect([headers, reply.status]).toEqual([headers, status]);
      expect(reply.headers['upload-complete']).toBe('?1');
    }
    expect(await openUploads()).toBe(0);
  });

  it('require an offset for each piece, and whether it is the last', async () => {
    const whole = bodyOf();
    const address = addressIn(await create(whole));
    for (const [headers, status] of [
      [{ 'content-type': 'application/octet-stream' }, 415],
      [{ 'upload-offset': 'zero' }, 400],
      [{ 'upload-complete': 'yes' }, 400],
    ] as const) {
      expect((await append(address, 0, whole, true, headers)).status).toBe(status);
    }
    expect((await append(address, 0, whole, true)).status).toBe(200);
  });

  it('allow some uploads for a device: answered ones are removed first, then the oldest', async () => {
    expect(defaultLimits.maxOpenPartials).toBe(64);
    await server.close();
    server = await openHarness({ limits: { maxOpenPartials: 4 } });
    phone = server.device();
    formId = await phone.newForm();
    const whole = bodyOf();
    const begin = async () => {
      server.clock.now += 1000;
      return addressIn(await create(whole));
    };
    const oldest = await begin();
    const answered = await begin();
    await append(answered, 0, whole, true);
    for (let n = 2; n < 4; n += 1) await begin();
    expect(await openUploads()).toBe(4);
    await begin();
    expect([(await head(answered)).status, (await head(oldest)).status]).toEqual([404, 204]);
    await begin();
    expect([await openUploads(), (await head(oldest)).status]).toEqual([4, 404]);
  });

  it('allow 256 MB for a device, by declared length', async () => {
    const big = { 'upload-length': '100000000' };
    const first = addressIn(await create(Buffer.alloc(0), Buffer.alloc(0), big));
    // The clock tells which upload is the oldest.
    server.clock.now += 1000;
    await create(Buffer.alloc(0), Buffer.alloc(0), big);
    expect((await head(first)).status).toBe(204);
    server.clock.now += 1000;
    await create(Buffer.alloc(0), Buffer.alloc(0), big);
    expect([(await head(first)).status, await openUploads()]).toEqual([404, 2]);
  });

  it('allow some uploads for all devices: empty ones of invented devices are removed first', async () => {
    expect(defaultLimits.maxPartialsOfAll).toBe(10_000);
    await server.close();
    server = await openHarness({ limits: { maxPartialsOfAll: 20 } });
    phone = server.device();
    formId = await phone.newForm();
    const whole = bodyOf();
    const half = addressIn(await create(whole));
    await append(half, 0, whole.subarray(0, 50_000), false);
    const devices = Array.from({ length: 200 }, () => server.device());
    for (const device of devices) {
      await device.newForm();
      server.clock.now += 1;
      expect((await create(whole, Buffer.alloc(0), {}, device)).status).toBe(201);
    }
    const open = await Promise.all([phone, ...devices].map(({ id }) => server.openUploads(id)));
    const count = open.reduce((sum, one) => sum + one, 0);
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThanOrEqual(22);
    expect(offsetIn(await head(half))).toBe(50_000);
    expect((await append(half, 50_000, whole.subarray(50_000), true)).status).toBe(200);
  });

  it('do not count the bytes of an answered upload', async () => {
    await server.close();
    server = await openHarness({ limits: { maxPartialBytes: 250_000 } });
    phone = server.device();
    formId = await phone.newForm();
    const whole = bodyOf();
    const open = addressIn(await create(whole));
    const answered: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const address = addressIn(await create(whole));
      expect((await append(address, 0, whole, true)).status).toBe(200);
      answered.push(address);
    }
    await create(whole);
    const statuses = await Promise.all(
      [open, ...answered].map(async (it) => (await head(it)).status),
    );
    expect(statuses).toEqual([204, 204, 204, 204]);
  });

  it('keep an upload for seven days', async () => {
    await server.close();
    let at = Date.UTC(2026, 10, 20);
    server = await openHarness({ now: () => at });
    phone = server.device();
    formId = await phone.newForm();
    const whole = bodyOf();
    await create(whole, whole.subarray(0, 100));
    const openAfter: number[] = [];
    for (const days of [6, 2, 2]) {
      at += days * DAY_MS;
      server = await server.restart();
      openAfter.push(await openUploads());
    }
    // One reading of the clock deletes nothing, so the upload is deleted up to two days later.
    expect([openAfter[0], openAfter[2]]).toEqual([1, 0]);
    expect(server.logged()).toContain('"partials-purged","count":1');
  });
});

describe('personal data in a resumable upload', () => {
  it('is in no log, and neither is the address', async () => {
    const whole = bodyOf('Kanarie.jpg');
    const address = addressIn(await create(whole, whole.subarray(0, 1000)));
    await append(address, 7, whole, true);
    await append(address, 1000, whole.subarray(1000), true);
    const log = server.logged();
    expect(log).toContain('/api/uploads/:uploadId');
    for (const secret of ['Kanarie', phone.id, formId, address.split('/').at(-1) ?? '']) {
      expect(log).not.toContain(secret);
    }
  });
});
