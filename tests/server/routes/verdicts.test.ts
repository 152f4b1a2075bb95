import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../../server/repository/repository-port.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import { applicationKey, type Device, type Harness, openHarness } from '../support/harness.ts';
import { filePart, formIdPart, jpeg, pdf, png, registrationBody } from '../support/samples.ts';

const path = (call: string) => `/api/SimRegistration/${call}`;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let server: Harness;
const open = async (options: Parameters<typeof openHarness>[0] = {}) => {
  server = await openHarness(options);
  return server.device();
};
afterEach(() => server.close());

const info = async (phone: Device, query = '') => phone.call({ url: `/api/Info/GetInfo${query}` });
const reading = async (phone: Device, after: string) =>
  (await info(phone, `?after=${after}&numbers=0`)).json.status;

async function submit(phone: Device): Promise<string> {
  const formId = await phone.newForm();
  const signature = [formIdPart(formId), filePart('signature.png', png(), 'image/png')];
  const document = [formIdPart(formId), filePart('a.jpg', jpeg('a'))];
  await phone.call({ method: 'POST', url: path('RegisterSim'), body: registrationBody(formId) });
  await phone.upload(path('SaveSignature'), signature);
  await phone.upload(path('SaveIdDocument'), document);
  return formId;
}

const decide = (formId: string, more: Partial<Decision> = {}) =>
  server.ask((repository) =>
    repository.decide(
      { formId, state: 'active', code: null, text: null, ...more },
      server.clock.now,
    ),
  );
const refused = { state: 'refused', code: 'photoUnreadable' } as const;

describe('a server on which nobody decides', () => {
  it.each(['', '?after=&numbers=0&client=0.1.0,1,2,3'])(
    'answers GetInfo letter for letter as it always did: %s',
    async (query) => {
      const phone = await open({ policy: { maxUnsent: 60 } });
      const reply = await info(phone, query);
      const { formGuid } = reply.json;
      expect(formGuid).toHaveLength(36);
      expect(reply.text).toBe(
        `{"description":"","heading":"","wasSuccessful":true,"modelState":{},"titleOptions":${JSON.stringify(builtInOptions.titles)},"typeOfBusinessOptions":${JSON.stringify(builtInOptions.businessTypes)},"formGuid":"${formGuid}","accepts":["idempotencyKey","pieces","webp"]}`,
      );
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect((await server.counts()).forms).toBe(1);
    },
  );

  it('announces verdicts within a minute of the first decision', async () => {
    const phone = await open();
    const formId = await submit(phone);
    expect((await info(phone)).json.accepts).not.toContain('statusAfter');
    await decide(formId);
    server.clock.now += minuteMs;
    expect((await info(phone)).json.accepts).toContain('statusAfter');
  });

  it.each([
    [true, ['ok', 'statusAfter']],
    [false, [undefined, undefined]],
  ] as const)('can be told to announce them or not: %s', async (announce, said) => {
    const phone = await open({ announce });
    await decide(await submit(phone));
    server.clock.now += minuteMs;
    const { json } = await info(phone, '?after=');
    expect([json.device?.state, json.accepts[3]]).toEqual(said);
    expect(json.status === undefined).toBe(!announce);
  });
});

describe('GetInfo of a server that announces verdicts', () => {
  it('has the state of the device, and the policy with a version that follows its limits', async () => {
    const policy = { minimumVersion: '0.1.0', maxUnsent: 60, maxAgeHours: 168 };
    const phone = await open({ announce: true, policy });
    const { json } = await info(phone);
    expect(json.device).toEqual({ state: 'ok' });
    expect(json.policy).toEqual({ version: expect.stringMatching(/^[0-9a-f]{8}$/), ...policy });
    expect(json.status).toBeUndefined();
    await server.ask((repository) => repository.setDeviceState(phone.id, 'revoked'));
    const revoked = (await info(phone)).json;
    expect(revoked.device).toEqual({ state: 'revoked' });
    expect(revoked.formGuid).toHaveLength(36);
    await submit(phone);
    expect((await reading(phone, '')).items).toHaveLength(1);
  });

  it('issues no form id in a reading that wants none, and one in any other', async () => {
    const phone = await open({ announce: true });
    const { json, headers } = await info(phone, '?after=&numbers=0');
    expect([json.formGuid, json.titleOptions, json.typeOfBusinessOptions]).toEqual(['', [], []]);
    expect(headers['cache-control']).toBe('no-store');
    expect((await server.counts()).forms).toBe(0);
    for (const query of ['', '?numbers=0', '?after=&numbers=1', '?after=']) {
      expect((await info(phone, query)).json.formGuid).toHaveLength(36);
    }
    expect((await server.counts()).forms).toBe(4);
  });

  it('tells a phone each verdict once, and the same again for the same cursor', async () => {
    const phone = await open({ announce: true });
    const empty = await reading(phone, '');
    expect(empty).toEqual({ now: server.clock.now, items: [], next: empty.next, more: false });
    const formId = await submit(phone);
    const received = await reading(phone, empty.next);
    expect(received.items).toEqual([{ formId, state: 'received', at: server.clock.now }]);
    expect(await reading(phone, empty.next)).toEqual(received);
    expect(await reading(phone, received.next)).toMatchObject({ items: [], next: received.next });
    server.clock.now += 1;
    await decide(formId, { ...refused, code: 'other', text: 'The affidavit has no stamp.' });
    const { items, next } = await reading(phone, received.next);
    const words = { code: 'other', text: 'The affidavit has no stamp.' };
    expect(items).toEqual([{ formId, state: 'refused', at: server.clock.now, ...words }]);
    expect((await reading(phone, next)).items).toEqual([]);
    expect((await reading(server.device(), '')).items).toEqual([]);
  });

  it.each(['nonsense', 'ffffff.1', '.', '1', 'x'.repeat(64), '%27--'])(
    'reads from the start for a cursor that it did not make: %s',
    async (cursor) => {
      const phone = await open({ announce: true });
      await submit(phone);
      expect((await reading(phone, cursor)).items).toHaveLength(1);
    },
  );

  it('reads from the start for a cursor beyond its own count, as after a restore', async () => {
    const phone = await open({ announce: true });
    await submit(phone);
    const { next } = await reading(phone, '');
    const [epoch] = next.split('.');
    expect((await reading(phone, `${epoch}.2`)).items).toHaveLength(1);
    expect((await reading(phone, `${epoch}.1`)).items).toEqual([]);
  });

  it('leaves out what is old from the start, but no refused form of the last 90 days', async () => {
    const phone = await open({ announce: true });
    const [active, returned, gone] = [
      await submit(phone),
      await submit(phone),
      await submit(phone),
    ];
    await decide(gone, refused);
    server.clock.now += 80 * dayMs;
    await phone.newForm();
    await decide(active);
    await decide(returned, refused);
    server.clock.now += 15 * dayMs;
    const young = await submit(phone);
    const page = await reading(phone, '');
    expect(page.items.map((item: { formId: string }) => item.formId)).toEqual([returned, young]);
    expect((await reading(phone, page.next)).items).toEqual([]);
  });

  it('lists forms of 90 days after a restore, as long as a phone may keep a later verdict', async () => {
    let now = Date.UTC(2026, 0, 1);
    const options = { announce: true, now: () => now };
    const phone = await open(options);
    await submit(phone);
    now += 80 * dayMs;
    const formId = await submit(phone);
    now += 20 * dayMs;
    const listed = async () => {
      const { items } = await reading(server.device(phone.id), '');
      return items.map((item: { formId: string }) => item.formId);
    };
    expect(await listed()).toEqual([]);
    await server.app.close();
    server = await openHarness({ ...options, isRestored: true }, server.dataDir);
    expect(await listed()).toEqual([formId]);
    await server.app.close();
    server = await openHarness(options, server.dataDir);
    now += 89 * dayMs;
    expect(await listed()).toEqual([formId]);
    now += 2 * dayMs;
    expect(await listed()).toEqual([]);
  });

  it('gives 100 a page, compressed where the phone takes it', async () => {
    const phone = await open({ announce: true });
    const forms: string[] = [];
    for (let n = 0; n < 103; n += 1) {
      const formId = randomUUID();
      const owner = { formId, deviceId: phone.id, kind: 'registration' } as const;
      forms.push(formId);
      await server.ask(async (repository) => {
        await repository.issueForm(formId, phone.id, 1);
        await repository.exactlyOnce(null, server.clock.now, async (all) => {
          await all.bindForm(owner);
          const { formData } = registrationBody(formId);
          const place = { latitude: null, longitude: null, isBusinessCustomer: false };
          await all.saveContent({ formId, ...place, formData: Object(formData) }, 1);
          const file = { contentType: 'image/png', size: 1, sha256: 'x', sealedKey: 'x' };
          const named = () => ({ ...file, name: 'a', storageName: randomUUID() });
          await all.replaceSignature(formId, [named()], 1);
          const document = { ...named(), formFileId: randomUUID(), receivedAt: 1 };
          await all.addDocument(formId, 'idDocument', document);
          return { status: 'answered', answer: { statusCode: 200, body: '' } };
        });
      });
    }
    const first = await reading(phone, '');
    expect([first.items.length, first.more]).toEqual([100, true]);
    const second = await reading(phone, first.next);
    expect([second.items.length, second.more]).toEqual([3, false]);
    const heard = [...first.items, ...second.items].map(({ formId }) => formId);
    expect(heard).toEqual(forms);

    const asked = (accepted: string, after: string) =>
      server.app.inject({
        url: `/api/Info/GetInfo?after=${after}&numbers=0`,
        headers: {
          'x-application-key': applicationKey,
          'x-device-identifier': phone.id,
          'accept-encoding': accepted,
        },
      });
    const { rawPayload, headers } = await asked('br, gzip', '');
    expect(headers['content-encoding']).toBe('gzip');
    expect(rawPayload.length).toBeLessThan(6000);
    expect(JSON.parse(gunzipSync(rawPayload).toString()).status.items).toHaveLength(100);
    for (const [accepted, after] of [
      ['identity', ''],
      ['gzip;q=0', ''],
      ['gzip', second.next],
    ] as const) {
      expect((await asked(accepted, after)).headers['content-encoding']).toBeUndefined();
    }
    const { body } = await asked('gzip', second.next);
    expect(body.length).toBeLessThanOrEqual(400);
  });
});

describe('a correction', () => {
  it('is taken only by a server that announces it, also within the minute of the first decision', async () => {
    const phone = await open();
    const old = await submit(phone);
    const next = await phone.newForm();
    const body = { ...registrationBody(next), corrects: old };
    const send = () => phone.call({ method: 'POST', url: path('RegisterSim'), body });
    expect((await send()).json.errors).toEqual({ $: ['The request has an unknown member.'] });
    await decide(old, refused);
    expect((await send()).status).toBe(200);
    // A second server looks for the first decision only once a minute.
    server.clock.now += minuteMs;
    const listed = async () => JSON.stringify((await reading(phone, '')).items);
    expect(await listed()).not.toContain(old);
    server.clock.now += 20 * dayMs;
    expect(await listed()).not.toContain(old);
  });
});

describe('a decided form', () => {
  it('takes no change, with 409, and answers repeated calls as before', async () => {
    const phone = await open();
    const formId = await phone.newForm();
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const body = registrationBody(formId);
    const [first, last] = [keyed(), keyed()];
    const form = { method: 'POST', url: path('RegisterSim') } as const;
    const signature = [formIdPart(formId), filePart('signature.png', png(), 'image/png')];
    const one = [formIdPart(formId), filePart('a.jpg', jpeg('a'))];
    await phone.call({ ...form, body, headers: first });
    await phone.upload(path('SaveSignature'), signature);
    const uploaded = await phone.upload(path('SaveIdDocument'), one, last);
    await decide(formId, refused);
    const [before] = await server.stored();
    const { kept } = server.onDisk();

    const two = [formIdPart(formId), filePart('b.jpg', jpeg('b'))];
    const company = [formIdPart(formId), filePart('b.pdf', pdf(), 'application/pdf')];
    const id = uploaded.json.documents[0].formFileId;
    const refusals = [
      await phone.call({ ...form, body: { ...body, latitude: 1 }, headers: keyed() }),
      await phone.call({ ...form, body: { ...body, latitude: 1 } }),
      await phone.upload(path('SaveSignature'), signature, keyed()),
      await phone.upload(path('SaveIdDocument'), two, keyed()),
      await phone.upload(path('SaveIdDocument'), two),
      await phone.upload(path('SaveCompanyRegistrationDocument'), company, keyed()),
      await phone.call({
        method: 'DELETE',
        url: `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${id}`,
        headers: keyed(),
      }),
      await phone.call({
        method: 'DELETE',
        url: `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${id}`,
      }),
    ];
    expect(refusals.map(({ status, json }) => [status, json.title])).toEqual(
      refusals.map(() => [409, 'The operator has decided this form']),
    );
    expect((await server.stored())[0]).toEqual(before);
    expect(server.onDisk()).toEqual({ kept, incoming: [] });

    const repeated = [
      await phone.call({ ...form, body, headers: first }),
      await phone.upload(path('SaveIdDocument'), one, last),
      await phone.upload(path('SaveIdDocument'), one),
    ];
    expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
