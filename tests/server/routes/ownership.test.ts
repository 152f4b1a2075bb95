import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import {
  filePart,
  formIdPart,
  jpeg,
  png,
  registrationBody,
  replacementBody,
} from '../support/samples.ts';

const families = [
  {
    family: 'SimRegistration',
    form: 'RegisterSim',
    uploads: ['SaveIdDocument', 'SaveCompanyRegistrationDocument'],
    body: registrationBody,
  },
  {
    family: 'SimReplacement',
    form: 'ReplaceSim',
    uploads: ['SaveIdDocument', 'SavePoliceDocument'],
    body: replacementBody,
  },
] as const;

type Holding = Readonly<{
  device: Device;
  formId: string;
  formFileId: string;
  documentUrl: string;
}>;

let server: Harness;
beforeEach(async () => {
  server = await openHarness();
});
afterEach(() => server.close());

describe.each(families)('of two devices with a $family each', (family) => {
  const path = (call: string) => `/api/${family.family}/${call}`;

  const holding = async (): Promise<Holding> => {
    const device = server.device();
    const formId = await device.newForm();
    await device.call({ method: 'POST', url: path(family.form), body: family.body(formId) });
    const parts = [formIdPart(formId), filePart(`${device.id}.jpg`, jpeg(device.id))];
    const { json } = await device.upload(path(family.uploads[0]), parts);
    return { device, formId, ...json.documents[0] };
  };

  /** All calls that name a form or a document. `who` makes them with the ids of `whose`. */
  const attempts = (who: Device, whose: { formId: string; formFileId: string }) => {
    const { formId, formFileId } = whose;
    return [
      who.call({ method: 'POST', url: path(family.form), body: family.body(formId) }),
      who.upload(path('SaveSignature'), [
        formIdPart(formId),
        filePart('signature.png', png(), 'image/png'),
      ]),
      ...family.uploads.map((call) =>
        who.upload(path(call), [formIdPart(formId), filePart('intruder.jpg', jpeg('intruder'))]),
      ),
      who.call({
        method: 'DELETE',
        url: `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${formFileId}`,
      }),
      who.call({ url: `/api/documents/${formFileId}` }),
    ];
  };

  it('neither can touch the other’s data, or distinguish it from missing data', async () => {
    const [one, two] = [await holding(), await holding()];
    const before = await server.stored();
    const nobodys = { formId: randomUUID(), formFileId: randomUUID() };

    for (const [who, whose] of [
      [one, two],
      [two, one],
    ] as const) {
      const foreign = await Promise.all(attempts(who.device, whose));
      const missing = await Promise.all(attempts(who.device, nobodys));
      const answersOf = (replies: typeof foreign) =>
        replies.map(({ status, text }) => [status, text.replace(/"traceId":"[^"]+"/, '')]);
      expect(foreign.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 404]);
      expect(answersOf(foreign)).toEqual(answersOf(missing));
    }
    expect(await server.stored()).toEqual(before);
    expect(server.onDisk().kept).toHaveLength(2);
  });

  it('a device’s own form with the other’s document removes nothing', async () => {
    const [one, two] = [await holding(), await holding()];
    const mixed = [
      { formId: one.formId, formFileId: two.formFileId },
      { formId: two.formId, formFileId: one.formFileId },
    ];
    for (const { formId, formFileId } of mixed) {
      const reply = await one.device.call({
        method: 'DELETE',
        url: `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${formFileId}`,
      });
      expect(reply.status).toBe(404);
    }
    expect(server.onDisk().kept).toHaveLength(2);
  });
});

describe('a form id that no device has used yet', () => {
  it('belongs to the first device that uses it', async () => {
    const [asked, first] = [server.device(), server.device()];
    const formId = await asked.newForm();
    await first.newForm();
    const register = (device: Device) =>
      device.call({
        method: 'POST',
        url: '/api/SimRegistration/RegisterSim',
        body: registrationBody(formId),
      });
    expect((await register(first)).status).toBe(200);
    expect((await register(asked)).status).toBe(400);
  });
});

describe('a document’s address', () => {
  it('answers 404 without the owning device’s header', async () => {
    const device = server.device();
    const formId = await device.newForm();
    const { json } = await device.upload('/api/SimRegistration/SaveIdDocument', [
      formIdPart(formId),
      filePart('a.jpg', jpeg()),
    ]);
    const url: string = json.documents[0].documentUrl;

    expect((await device.call({ url })).status).toBe(200);
    expect((await server.device(device.id.toUpperCase()).call({ url })).status).toBe(200);
    expect((await server.call({ url })).status).toBe(401);
    expect((await server.device().call({ url })).status).toBe(404);
    for (const other of ['..%2f..%2fveld.sqlite', '%00', "' OR '1'='1", 'x'.repeat(90)]) {
      const reply = await device.call({ url: `/api/documents/${encodeURI(other)}` });
      expect([400, 404]).toContain(reply.status);
    }
  });

  it('answers 404 a day after the upload, and later lists leave it out', async () => {
    const device = server.device();
    const formId = await device.newForm();
    const upload = (name: string) =>
      device.upload('/api/SimRegistration/SaveIdDocument', [
        formIdPart(formId),
        filePart(name, jpeg(name)),
      ]);
    const first = await upload('a.jpg');
    const { documentUrl: url, formFileId } = first.json.documents[0];
    const day = 24 * 3600_000;

    server.clock.now += day;
    expect((await device.call({ url })).status).toBe(200);
    server.clock.now += 1;
    expect((await device.call({ url })).status).toBe(404);
    server.clock.now -= 3 * day;
    expect((await device.call({ url })).status).toBe(404);
    server.clock.now += 3 * day;
    await device.newForm();
    const second = await upload('b.jpg');
    expect(second.json.documents).toEqual([
      { formFileId, name: 'a.jpg', documentUrl: '', loading: false },
      expect.objectContaining({ name: 'b.jpg', documentUrl: expect.stringMatching(/^.api/) }),
    ]);
  });

  it('can be removed only with well-formed ids', async () => {
    const device = server.device();
    await device.newForm();
    const remove = (query: string) =>
      device.call({ method: 'DELETE', url: `/api/SimReplacement/RemoveDocument${query}` });
    expect(Object.keys((await remove('')).json.errors)).toEqual(['FormId', 'RegistrationFileId']);
    expect(Object.keys((await remove(`?formId=${randomUUID()}`)).json.errors)).toEqual([
      'RegistrationFileId',
    ]);
    const twice = `?formId=${randomUUID()}&formId=${randomUUID()}&registrationFileId=1`;
    expect((await remove(twice)).status).toBe(400);
  });
});
