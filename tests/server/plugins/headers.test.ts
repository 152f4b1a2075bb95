import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness, type Reply } from '../support/harness.ts';
import { filePart, formIdPart, jpeg, registrationBody } from '../support/samples.ts';

let server: Harness;
let phone: Device;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
});
afterEach(() => server.close());

/** Returns one answer of each kind that the API gives. */
async function answers(headers: Record<string, string> = {}): Promise<Reply[]> {
  const formId = await phone.newForm();
  const upload = await phone.upload(
    '/api/SimRegistration/SaveIdDocument',
    [formIdPart(formId), filePart('a.jpg', jpeg(formId))],
    headers,
  );
  const { documentUrl, formFileId } = upload.json.documents[0];
  const post = (body: unknown) =>
    phone.call({ method: 'POST', url: '/api/SimRegistration/RegisterSim', body, headers });
  const remove = () =>
    phone.call({
      method: 'DELETE',
      url: `/api/SimRegistration/RemoveDocument?formId=${formId}&registrationFileId=${formFileId}`,
      headers,
    });
  return [
    upload,
    await phone.call({ url: '/api/Info/GetInfo', headers }),
    await post(registrationBody(formId)),
    await post({}),
    await post('{'),
    await phone.call({ url: documentUrl, headers }),
    await remove(),
    await remove(),
    await server.call({ url: '/api/health', headers }),
    await server.call({ url: '/api/Info/GetInfo', headers }),
    await server.call({ url: '/api/Nope', headers }),
    await server.call({ url: '/nope', headers }),
    await server.call({ url: '/%zz', headers }),
    await server.call({ method: 'POST', url: '/api/SimReplacement/ReplaceSim', headers }),
  ];
}

describe('every answer', () => {
  it('has the headers against sniffing, leaking and storing', async () => {
    for (const { headers } of await answers()) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('never clears a phone’s storage', async () => {
    for (const { headers } of await answers()) {
      expect(Object.keys(headers)).not.toContain('clear-site-data');
    }
  });

  it('requires https from then on, if it was sent over https', async () => {
    for (const { headers } of await answers({ 'x-forwarded-proto': 'https' })) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('does not name the server software', async () => {
    for (const { headers } of await answers()) {
      expect(headers['server']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});

describe('a report of a policy violation', () => {
  const report = (body: unknown, type: string) =>
    server.call({
      method: 'POST',
      url: '/api/csp-report',
      body,
      headers: { 'content-type': type },
    });

  it('is logged by directive and source in both formats, and with nothing else', async () => {
    const secret = 'Canary-Nkosi';
    const old = {
      'csp-report': {
        'document-uri': `https://veld.example/register/${secret}`,
        'violated-directive': 'img-src',
        'blocked-uri': `https://evil.example/${secret}?q=${secret}`,
        'script-sample': secret,
      },
    };
    const fresh = [
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
      },
      { type: 'csp-violation', body: { effectiveDirective: secret, blockedURL: secret } },
      { type: 'csp-violation', body: { effectiveDirective: 'style-src', blockedURL: secret } },
    ];
    expect((await report(old, 'application/csp-report')).status).toBe(204);
    expect((await report(fresh, 'application/reports+json')).status).toBe(204);
    const own = {
      'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'http://localhost:80/x' },
    };
    const long = `https://canary-8001015009087.${'x'.repeat(5000)}.example/`;
    const far = { 'csp-report': { 'violated-directive': 'font-src', 'blocked-uri': long } };
    expect((await report(own, 'application/csp-report')).status).toBe(204);
    expect((await report(far, 'application/csp-report')).status).toBe(204);
    expect((await report('{"broken', 'application/reports+json')).status).toBe(204);

    const violations = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('"event":"csp"'))
      .map((line) => JSON.parse(line));
    expect(violations.map(({ directive, blocked }) => [directive, blocked])).toEqual([
      ['img-src', 'other'],
      ['script-src-elem', 'inline'],
      ['style-src', 'none'],
      ['img-src', expect.stringMatching(/own|other/)],
      ['font-src', 'other'],
    ]);
    expect(server.logged()).not.toContain('8001015009087');
    expect(server.logged()).not.toContain(secret);
  });

  it('is limited: too many, or a too large one, are refused', async () => {
    const big = { 'csp-report': { 'violated-directive': 'x'.repeat(20_000) } };
    expect((await report(big, 'application/csp-report')).status).toBe(413);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 70; sent += 1) {
      statuses.add((await report({}, 'application/csp-report')).status);
    }
    expect(statuses).toEqual(new Set([204, 429]));
  });
});
