import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../../server/limits.ts';
import { networkOf } from '../../../server/plugins/guard.ts';
import {
  applicationKey,
  type Device,
  type Harness,
  openHarness,
  type Reply,
} from '../support/harness.ts';
import { filePart, formIdPart, jpeg, registrationBody } from '../support/samples.ts';

const writes = [
  ['POST', '/api/SimRegistration/RegisterSim'],
  ['POST', '/api/SimRegistration/SaveSignature'],
  ['POST', '/api/SimRegistration/SaveIdDocument'],
  ['POST', '/api/SimRegistration/SaveCompanyRegistrationDocument'],
  ['DELETE', '/api/SimRegistration/RemoveDocument'],
  ['POST', '/api/SimReplacement/ReplaceSim'],
  ['POST', '/api/SimReplacement/SaveSignature'],
  ['POST', '/api/SimReplacement/SaveIdDocument'],
  ['POST', '/api/SimReplacement/SavePoliceDocument'],
  ['DELETE', '/api/SimReplacement/RemoveDocument'],
] as const;
const calls = [['GET', '/api/Info/GetInfo'], ['GET', '/api/documents/x'], ...writes] as const;

let server: Harness;
let phone: Device;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
});
afterEach(() => server.close());

describe.each(calls)('%s %s', (method, url) => {
  it('requires the application key', async () => {
    await phone.newForm();
    for (const key of [undefined, '', 'wrong', `${applicationKey} `.repeat(500)]) {
      const reply = await phone.call({ method, url, headers: { 'x-application-key': key } });
      expect(reply.status).toBe(401);
    }
  });

  it('requires a device identifier that is a UUID', async () => {
    await phone.newForm();
    for (const id of [undefined, '', 'phone-1', `${randomUUID()}0`, "' OR 1=1 --"]) {
      const reply = await phone.call({ method, url, headers: { 'x-device-identifier': id } });
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.json.errors)).toEqual(['DeviceIdentifier']);
    }
  });

  it('refuses a call from another site', async () => {
    await phone.newForm();
    const reply = await phone.call({ method, url, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(reply.status).toBe(403);
  });
});

describe.each(writes)('the anti-forgery check of %s %s', (method, url) => {
  it('answers 400 with an empty body if the token is missing, wrong or of another device', async () => {
    await phone.newForm();
    const stranger = server.device();
    await stranger.newForm();
    const token = phone.token();
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const headers of [
      { 'x-xsrf-token': undefined },
      { cookie: undefined },
      { 'x-xsrf-token': undefined, cookie: undefined },
      { 'x-xsrf-token': 'nonsense' },
      { 'x-xsrf-token': stranger.token() },
      { cookie: `XSRF-TOKEN=${stranger.token()}` },
      { 'x-xsrf-token': forged, cookie: `XSRF-TOKEN=${forged}` },
      { 'x-xsrf-token': 'a.b.c.d', cookie: 'XSRF-TOKEN=a.b.c.d' },
    ]) {
      const reply = await phone.call({ method, url, headers });
      expect([reply.status, reply.text]).toEqual([400, '']);
    }
  });

  it('refuses a page of another origin even without fetch metadata', async () => {
    await phone.newForm();
    const refused = ['https://evil.example', 'null', 'http://localhost:81'];
    for (const origin of refused) {
      const reply = await phone.call({ method, url, headers: { origin, host: 'localhost:80' } });
      expect(reply.status).toBe(403);
    }
    const own = { origin: 'http://localhost:4173', host: 'localhost:4173' };
    expect((await phone.call({ method, url, headers: own })).status).not.toBe(403);
  });
});

describe('the anti-forgery token', () => {
  const register = (formId: string, headers: Record<string, string> = {}) =>
    phone.call({
      method: 'POST',
      url: '/api/SimRegistration/RegisterSim',
      body: registrationBody(formId),
      headers,
    });

  it('is a cookie that only the page’s own script can read and send', async () => {
    const reply = await phone.call({ url: '/api/Info/GetInfo' });
    expect(reply.headers['set-cookie']).toMatch(
      /^XSRF-TOKEN=[\w.-]+; Path=\/; Max-Age=86400; SameSite=Strict$/,
    );
    const https = { 'x-forwarded-proto': 'https' };
    const secure = await phone.call({ url: '/api/Info/GetInfo', headers: https });
    expect(secure.headers['set-cookie']).toMatch(/; SameSite=Strict; Secure$/);
  });

  it('changes with every GetInfo, and the older one is valid for 24 hours', async () => {
    const formId = await phone.newForm();
    const older = phone.token();
    server.clock.now += 60_000;
    await phone.newForm();
    expect(phone.token()).not.toBe(older);

    expect((await register(formId, { 'x-xsrf-token': older })).status).toBe(200);
    const both = { 'x-xsrf-token': older, cookie: `a=b; XSRF-TOKEN=${older}` };
    server.clock.now += 24 * 3600_000 - 60_000;
    expect((await register(formId, both)).status).toBe(200);
    server.clock.now += 1;
    expect((await register(formId, both)).status).toBe(400);
  });

  it('is valid after a restart of the server', async () => {
    const formId = await phone.newForm();
    const { token } = phone;
    server = await server.restart();
    const again = server.device(phone.id);
    const reply = await again.call({
      method: 'POST',
      url: '/api/SimRegistration/RegisterSim',
      body: registrationBody(formId),
      headers: { cookie: `XSRF-TOKEN=${token()}`, 'x-xsrf-token': token() },
    });
    expect(reply.status).toBe(200);
  });

  it('is checked before any part of the body is stored', async () => {
    const formId = await phone.newForm();
    const reply = await phone.upload(
      '/api/SimRegistration/SaveIdDocument',
      [formIdPart(formId), filePart('a.jpg', jpeg())],
      { 'x-xsrf-token': 'wrong' },
    );
    expect(reply.status).toBe(400);
    expect(server.onDisk()).toEqual({ kept: [], incoming: [] });
  });
});

describe('the rate limit', () => {
  const crowded = (maxRequestsPerMinute: number) =>
    openHarness({ limits: { maxRequestsPerMinute } });

  it('answers 429 with Retry-After to a device that calls too often, and to no other', async () => {
    await server.close();
    server = await crowded(3);
    const busy = server.device();
    const other = server.device();
    for (let call = 0; call < 3; call += 1) {
      expect((await busy.call({ url: '/api/Info/GetInfo' })).status).toBe(200);
    }
    const refused = await busy.call({ url: '/api/Info/GetInfo' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await other.call({ url: '/api/Info/GetInfo' })).status).toBe(200);
  });

  it('answers 429 to an address that calls too often, for any number of invented devices', async () => {
    const server = await openHarness({ limits: { maxRequestsPerMinutePerAddress: 20 } });
    const call = () => server.device().call({ url: '/api/Info/GetInfo' });
    const replies: Reply[] = [];
    for (let n = 0; n < 30; n += 1) replies.push(await call());
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(10);
    const late = replies.find((reply) => reply.status === 429);
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.call({ url: '/api/health' })).status).toBe(200);
    await server.close();
  });

  it('distinguishes callers behind a trusted proxy, and behind no other', async () => {
    const callsFrom = async (trustProxy: string | null) => {
      const server = await openHarness({
        trustProxy,
        limits: { maxRequestsPerMinutePerAddress: 20 },
      });
      const call = (n: number) =>
        server.device().call({
          url: '/api/Info/GetInfo',
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        });
      let refused = 0;
      for (let n = 0; n < 30; n += 1) refused += (await call(n)).status === 429 ? 1 : 0;
      await server.close();
      return refused;
    };
    expect(await callsFrom(null)).toBe(10);
    expect(await callsFrom('10.0.0.0/8')).toBe(10);
    expect(await callsFrom('loopback')).toBe(0);
  });

  it('does not count repeats of an answered call as new calls', async () => {
    await server.close();
    server = await crowded(3);
    const busy = server.device();
    const formId = await busy.newForm();
    const again = () =>
      busy.call({
        method: 'POST',
        url: '/api/SimRegistration/RegisterSim',
        body: registrationBody(formId),
        headers: { 'idempotency-key': '00000000-0000-4000-8000-000000000001' },
      });
    for (let call = 0; call < 4; call += 1) expect((await again()).status).toBe(200);
    expect((await busy.call({ url: '/api/Info/GetInfo' })).status).toBe(200);
    expect((await busy.call({ url: '/api/Info/GetInfo' })).status).toBe(429);
  });
});

describe('the limit of calls', () => {
  const open = async (limits: Partial<Limits>) => {
    await server.close();
    server = await openHarness({ limits, trustProxy: 'loopback' });
    phone = server.device();
  };
  const callFrom = async (address: string, device = phone) =>
    (await device.call({ url: '/api/Info/GetInfo', headers: { 'x-forwarded-for': address } }))
      .status;

  it('of a device cannot be used up from another address', async () => {
    await open({ maxRequestsPerMinute: 3 });
    for (const status of [200, 200, 200, 429]) expect(await callFrom('192.0.2.1')).toBe(status);
    expect(await callFrom('192.0.2.2')).toBe(200);
  });

  it('of an address is shared by an IPv6 network', async () => {
    await open({ maxRequestsPerMinutePerAddress: 3 });
    const own = ['2001:db8:0:1::1', '2001:db8::1:0:0:0:2', '2001:0DB8:0:1:ffff::'];
    for (const address of own) expect(await callFrom(address, server.device())).toBe(200);
    expect(await callFrom('2001:db8:0:1::2', server.device())).toBe(429);
    expect(await callFrom('2001:db8:0:2::2', server.device())).toBe(200);
    expect(await callFrom('2001:db8::1', server.device())).toBe(200);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b'],
    ['2001:db8:a:b::', '2001:db8:a:b'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
