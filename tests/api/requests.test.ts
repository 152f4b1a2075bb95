import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REFERENCE_NAMES } from '../../src/domain/web-names.ts';
import { FakeServer } from './fake-server.ts';
import {
  apiAt,
  files,
  form,
  options,
  registration,
  removal,
  replacement,
  success,
  table,
} from './support.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await FakeServer.start();
});
afterAll(async () => server.stop());
beforeEach(() => {
  server.seen.length = 0;
  server.answerWith(200, success);
});

describe('every call of the table', () => {
  it.each(table)('%s %s carries its headers', async (method, path, send) => {
    await send(apiAt(server.address));
    expect(server.seen).toHaveLength(1);
    const { headers, method: sentMethod, url } = server.last;
    expect([sentMethod, url]).toEqual([method, `/api${path}`]);
    expect(headers['x-application-key']).toBe('key-1');
    expect(headers['x-device-identifier']).toBe('device-1');
    expect(headers['accept']).toBe('application/json');
    const changes = method !== 'GET';
    expect(headers['x-xsrf-token']).toBe(changes ? 'token-1' : undefined);
    expect(headers['idempotency-key']).toBe(changes ? options.idempotencyKey : undefined);
  });

  it.each(table)('%s %s tells the phone’s state only with GetInfo', async (method, _, send) => {
    await send(apiAt(server.address, { clientState: async () => 'v=0.1.0;w=1;o=0;a=0' }));
    expect(server.last.headers['x-client-state']).toBe(
      method === 'GET' ? 'v=0.1.0;w=1;o=0;a=0' : undefined,
    );
    await send(apiAt(server.address));
    expect(server.last.headers).not.toHaveProperty('x-client-state');
  });

  it('tells no state under the identifier of another phone', async () => {
    const api = apiAt(server.address, { clientState: async () => 'v=0.1.0;w=1;o=0;a=0' });
    await api.getInfo({ ...options, deviceIdentifier: 'another phone' });
    expect(server.last.headers['x-device-identifier']).toBe('another phone');
    expect(server.last.headers).not.toHaveProperty('x-client-state');
  });

  it.each(table)('%s %s to another origin carries no anti-forgery header', async (_m, _p, send) => {
    await send(apiAt(server.address, { baseAddress: `${server.address}/api` }));
    expect(server.last.headers['x-xsrf-token']).toBeUndefined();
  });
});

describe('the bodies', () => {
  it('sends the two form calls as JSON, exactly as given', async () => {
    const api = apiAt(server.address);
    await api.sendForm('registration', { ...registration, latitude: null }, options);
    expect(server.last.headers['content-type']).toBe('application/json');
    expect(JSON.parse(server.last.body.toString())).toEqual({ ...registration, latitude: null });
    await api.sendForm('replacement', replacement, options);
    expect(JSON.parse(server.last.body.toString())).toEqual(replacement);
  });

  it('sends FormId first, then each of Files with its name and type', async () => {
    await apiAt(server.address).saveDocument('registration', 'SaveIdDocument', files, options);
    expect(server.last.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const text = server.last.body.toString();
    const parts = [
      ...text.matchAll(
        /name="(\w+)"(?:; filename="([^"]+)")?\r\n(?:Content-Type: (\S+)\r\n)?\r\n(.*)\r\n/g,
      ),
    ];
    expect(parts.map((part) => part.slice(1))).toEqual([
      ['FormId', undefined, undefined, form],
      ['Files', 'id-document-0a1b2c3d.jpg', 'image/jpeg', 'one'],
      ['Files', 'id-document-4e5f6a7b.png', 'image/png', 'two!'],
    ]);
  });

  it('escapes special characters in a query', async () => {
    const api = apiAt(server.address);
    await api.removeDocument('registration', { ...removal, registrationFileId: 'a b&c' }, options);
    expect(server.last.url).toContain('registrationFileId=a+b%26c');
  });
});

describe('settings', () => {
  it('sends no key if the header has no name or the call has no key', async () => {
    await apiAt(server.address, { names: { ...REFERENCE_NAMES, idempotencyHeader: '' } }).sendForm(
      'registration',
      registration,
      options,
    );
    expect(server.last.headers['idempotency-key']).toBeUndefined();
    await apiAt(server.address).sendForm('registration', registration, { timeoutMs: 1_000 });
    expect(server.last.headers['idempotency-key']).toBeUndefined();
    await apiAt(server.address, {
      names: { ...REFERENCE_NAMES, idempotencyHeader: 'X-Once' },
    }).sendForm('registration', registration, options);
    expect(server.last.headers['x-once']).toBe(options.idempotencyKey);
  });

  it('uses the header names of the build', async () => {
    const names = {
      applicationKeyHeader: 'Api-Key',
      deviceHeader: 'Device',
      idempotencyHeader: '',
      antiForgeryHeader: 'Csrf',
    };
    await apiAt(server.address, { names }).sendForm('registration', registration, options);
    const { headers } = server.last;
    expect(headers).toMatchObject({ 'api-key': 'key-1', device: 'device-1', csrf: 'token-1' });
    for (const name of ['x-application-key', 'x-device-identifier', 'x-xsrf-token'])
      expect(headers).not.toHaveProperty(name);
  });

  it('sends the idempotency key to another origin only if it was announced and the build allows it', async () => {
    const keyTo = async (baseAddress: string, accepted: boolean | null) => {
      const accepts = async () => accepted;
      const api = apiAt(server.address, { baseAddress, accepts });
      await api.sendForm('registration', registration, options);
      return server.last.headers['idempotency-key'];
    };
    const elsewhere = `${server.address}/api`;
    expect(await keyTo(elsewhere, null)).toBeUndefined();
    expect(await keyTo(elsewhere, true)).toBe(options.idempotencyKey);
    expect(await keyTo('/api', null)).toBe(options.idempotencyKey);
    expect(await keyTo('/api', false)).toBeUndefined();
  });

  it('reads the anti-forgery token again for each call and omits it if there is none', async () => {
    const tokens = ['first', 'second', null];
    const api = apiAt(server.address, { antiForgeryToken: async () => tokens.shift() ?? null });
    for (const expected of ['first', 'second', undefined]) {
      await api.sendForm('registration', registration, options);
      expect(server.last.headers['x-xsrf-token']).toBe(expected);
    }
  });

  it('allows neither caches nor other origins', async () => {
    const inits: (RequestInit | undefined)[] = [];
    const api = apiAt(server.address, {
      fetch: async (_input, init) => {
        inits.push(init);
        return Response.json(success);
      },
    });
    await api.getInfo(options);
    expect(inits[0]).toMatchObject({
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
    });
  });
});

describe('a missing parameter', () => {
  const api = () => apiAt(server.address);
  const calls: readonly (readonly [string, (id: null | undefined) => unknown])[] = [
    [
      'registerSim',
      (id) => api().sendForm('registration', { ...registration, formId: id }, options),
    ],
    ['replaceSim', (id) => api().sendForm('replacement', { ...replacement, formId: id }, options)],
    [
      'saveSignature',
      (id) => api().saveSignature('registration', { ...files, formId: id }, options),
    ],
    [
      'saveIdDocument',
      (id) =>
        api().saveDocument('registration', 'SaveIdDocument', { ...files, formId: id }, options),
    ],
    [
      'saveCompanyRegistrationDocument',
      (id) =>
        api().saveDocument(
          'registration',
          'SaveCompanyRegistrationDocument',
          { ...files, formId: id },
          options,
        ),
    ],
    [
      'savePoliceDocument',
      (id) =>
        api().saveDocument('replacement', 'SavePoliceDocument', { ...files, formId: id }, options),
    ],
    [
      'removeDocument',
      (id) => api().removeDocument('replacement', { ...removal, formId: id }, options),
    ],
  ];

  it.each(calls)('%s without formId throws at once and sends nothing', (_name, call) => {
    for (const id of [null, undefined]) {
      expect(() => call(id)).toThrow(new Error("The parameter 'formId' cannot be null."));
    }
    expect(server.seen).toHaveLength(0);
  });

  it('removeDocument without registrationFileId throws at once and sends nothing', () => {
    for (const id of [null, undefined]) {
      expect(() =>
        api().removeDocument('registration', { ...removal, registrationFileId: id }, options),
      ).toThrow(new Error("The parameter 'registrationFileId' cannot be null."));
    }
    expect(server.seen).toHaveLength(0);
  });
});
