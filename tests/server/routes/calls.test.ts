import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import * as samples from '../support/samples.ts';

const { filePart, formIdPart, jpeg, pdf, png, webp } = samples;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let server: Harness;
let phone: Device;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
});
afterEach(() => server.close());

describe('GetInfo', () => {
  it('returns the lists, a generic result, and a new form id on every call', async () => {
    const first = await phone.call({ url: '/api/Info/GetInfo' });
    const second = await phone.call({ url: '/api/Info/GetInfo' });

    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ wasSuccessful: true, heading: '', description: '' });
    expect(first.json.titleOptions[0]).toEqual({ value: 'Mr', label: 'Mr' });
    const types = first.json.typeOfBusinessOptions;
    expect(
      types
        .map((option: { value: string }) => Number(option.value))
        .toSorted((a: number, b: number) => a - b),
    ).toEqual(Array.from({ length: 11 }, (_, index) => index));
    expect(types).toContainEqual({ value: '10', label: 'Sole proprietor' });
    // The same lists as in the app, so that nothing moves on the screen when the server's lists arrive.
    expect(first.json).toMatchObject({
      titleOptions: builtInOptions.titles,
      typeOfBusinessOptions: builtInOptions.businessTypes,
    });
    expect(first.json.formGuid).toMatch(uuid);
    expect(second.json.formGuid).not.toBe(first.json.formGuid);
  });

  it('announces all its extensions of the specification', async () => {
    const { json } = await phone.call({ url: '/api/Info/GetInfo' });
    expect(json.accepts).toEqual(['idempotencyKey', 'pieces', 'webp']);
  });
});

describe.each([
  {
    family: 'SimRegistration',
    form: 'RegisterSim',
    second: 'SaveCompanyRegistrationDocument',
    body: samples.registrationBody,
  },
  {
    family: 'SimReplacement',
    form: 'ReplaceSim',
    second: 'SavePoliceDocument',
    body: samples.replacementBody,
  },
])('$family', ({ family, form, second, body }) => {
  const path = (call: string) => `/api/${family}/${call}`;

  it('accepts a whole submission, step by step', async () => {
    const formId = await phone.newForm();

    const registered = await phone.call({ method: 'POST', url: path(form), body: body(formId) });
    expect(registered.status).toBe(200);
    expect(registered.json).toMatchObject({ wasSuccessful: true, modelState: {} });

    const signed = await phone.upload(path('SaveSignature'), [
      formIdPart(formId),
      filePart('signature.png', png(), 'image/png'),
    ]);
    expect(signed.status).toBe(200);
    expect(signed.json.wasSuccessful).toBe(true);
    expect(signed.json.documents).toBeUndefined();

    const first = await phone.upload(path('SaveIdDocument'), [
      formIdPart(formId),
      filePart('id-document-00000001.jpg', jpeg('1')),
    ]);
    expect(first.json.documents).toEqual([
      {
        formFileId: expect.stringMatching(uuid),
        name: 'id-document-00000001.jpg',
        documentUrl: expect.stringMatching(/^\/api\/documents\//),
        loading: false,
      },
    ]);

    const other = await phone.upload(path(second), [
      formIdPart(formId),
      filePart('letter.pdf', pdf(), 'application/pdf'),
      filePart('letter.webp', webp(), 'image/webp'),
    ]);
    expect(other.json.documents.map((document: { name: string }) => document.name)).toEqual([
      'letter.pdf',
      'letter.webp',
    ]);

    const download = await phone.call({ url: first.json.documents[0].documentUrl });
    expect(download.status).toBe(200);
    expect(download.bytes.equals(jpeg('1'))).toBe(true);

    const removed = await phone.call({
      method: 'DELETE',
      url: `${path('RemoveDocument')}?formId=${formId}&registrationFileId=${first.json.documents[0].formFileId}`,
    });
    expect(removed.status).toBe(200);
    expect(removed.json.wasSuccessful).toBe(true);
    expect((await phone.call({ url: first.json.documents[0].documentUrl })).status).toBe(404);

    const submitted = (await server.stored()).filter((form) => form.content !== null);
    expect(submitted.map((form) => form.formId)).toEqual([formId]);
    expect(server.onDisk()).toEqual({ kept: expect.any(Array), incoming: [] });
    expect(server.onDisk().kept).toHaveLength(3);
  });

  it('lists every document of the kind on the form, and no other', async () => {
    const formId = await phone.newForm();
    await phone.upload(path(second), [formIdPart(formId), filePart('a.jpg', jpeg('a'))]);
    await phone.upload(path('SaveIdDocument'), [formIdPart(formId), filePart('b.jpg', jpeg('b'))]);
    const reply = await phone.upload(path('SaveIdDocument'), [
      formIdPart(formId),
      filePart('c.jpg', jpeg('c')),
    ]);
    expect(reply.json.documents.map((document: { name: string }) => document.name)).toEqual([
      'b.jpg',
      'c.jpg',
    ]);
  });

  it('overwrites a form and its signature when they are sent again', async () => {
    const formId = await phone.newForm();
    const url = path(form);
    await phone.call({ method: 'POST', url, body: body(formId) });
    const changed = { ...body(formId), latitude: 1.5, longitude: 2.5 };
    expect((await phone.call({ method: 'POST', url, body: changed })).status).toBe(200);
    for (const mark of ['one', 'two']) {
      const parts = [formIdPart(formId), filePart('signature.png', png(mark), 'image/png')];
      expect((await phone.upload(path('SaveSignature'), parts)).status).toBe(200);
    }

    const contents = (await server.stored()).flatMap(({ content }) => content ?? []);
    expect(contents.map(({ latitude, longitude }) => ({ latitude, longitude }))).toEqual([
      { latitude: 1.5, longitude: 2.5 },
    ]);
    expect(server.onDisk().kept).toHaveLength(1);
    const signatures = (await server.stored()).flatMap(({ signature }) => signature);
    expect(signatures.map(server.bytesOf)).toEqual([png('two')]);
  });
});

describe('the rest of the API', () => {
  it('reports health to any caller', async () => {
    const reply = await server.call({ url: '/api/health' });
    expect([reply.status, reply.json]).toEqual([200, { status: 'ok' }]);
  });

  it('answers an unknown address with JSON, for any method', async () => {
    for (const [method, url] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/Nope'],
      ['POST', '/api/SimRegistration/Nope'],
      ['GET', '/api/SimRegistration/RegisterSim'],
      ['DELETE', '/api/Info/GetInfo'],
    ] as const) {
      const reply = await server.call({ method, url, headers: { accept: 'text/html' } });
      expect([reply.status, reply.json.status]).toEqual([404, 404]);
    }
  });

  it('reports its own time in Server-Timing', async () => {
    const reply = await phone.call({ url: '/api/Info/GetInfo' });
    expect(reply.headers['server-timing']).toMatch(/^app;dur=\d+\.\d$/);
  });
});
