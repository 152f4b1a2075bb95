import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness } from './support/harness.ts';
import type { Counts } from './support/ledger.ts';
import {
  filePart,
  formIdPart,
  individual,
  jpeg,
  png,
  registrationBody,
} from './support/samples.ts';

const registerSim = '/api/SimRegistration/RegisterSim';
const saveId = '/api/SimRegistration/SaveIdDocument';
const saveCompany = '/api/SimRegistration/SaveCompanyRegistrationDocument';
const saveSignature = '/api/SimRegistration/SaveSignature';

let server: Harness;
let phone: Device;
let formId: string;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
  formId = await phone.newForm();
});
afterEach(() => server.close());

const once = (key: string) => ({ 'idempotency-key': key });
const count = async (table: keyof Counts) => (await server.counts())[table];
const uploadId = (name: string, bytes: Buffer, headers = {}) =>
  phone.upload(saveId, [formIdPart(formId), filePart(name, bytes)], headers);
const remove = (formFileId: string, headers = {}) =>
  phone.call({
    method: 'DELETE',
    url: `/api/SimRegistration/RemoveDocument?formId=${formId}&registrationFileId=${formFileId}`,
    headers,
  });

describe('a repeated idempotency key', () => {
  it('gets the same answer, marked as a replay, and changes nothing', async () => {
    const key = randomUUID();
    const first = await uploadId('a.jpg', jpeg(), once(key));
    await uploadId('b.jpg', jpeg('b'));
    const again = await uploadId('a.jpg', jpeg(), once(key.toUpperCase()));

    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await count('documents')).toBe(2);
    expect(server.onDisk().kept).toHaveLength(2);
  });

  it('writes nothing to the disk, not even temporarily', async () => {
    const key = randomUUID();
    await uploadId('a.jpg', jpeg(), once(key));
    const before = server.onDisk();
    await uploadId('a.jpg', jpeg(), once(key));
    expect(server.onDisk()).toEqual(before);
  });

  it('is refused with 422 for another content', async () => {
    const key = randomUUID();
    await uploadId('a.jpg', jpeg(), once(key));
    const others = [
      await uploadId('a.jpg', jpeg('changed'), once(key)),
      await uploadId('b.jpg', jpeg(), once(key)),
      await phone.upload(saveCompany, [formIdPart(formId), filePart('a.jpg', jpeg())], once(key)),
      await phone.call({
        method: 'POST',
        url: registerSim,
        body: registrationBody(formId),
        headers: once(key),
      }),
    ];
    expect(others.map((reply) => reply.status)).toEqual([422, 422, 422, 422]);
    expect(await count('documents')).toBe(1);
    expect(await count('submissions')).toBe(0);
  });

  it('works for forms, signatures and removals alike', async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
    const { json } = await uploadId('a.jpg', jpeg());
    const each = [
      () =>
        phone.call({
          method: 'POST',
          url: registerSim,
          body: registrationBody(formId),
          headers: once(keys[0]),
        }),
      () =>
        phone.upload(
          saveSignature,
          [formIdPart(formId), filePart('signature.png', png(), 'image/png')],
          once(keys[1]),
        ),
      () => remove(json.documents[0].formFileId, once(keys[2])),
    ];
    for (const call of each) {
      const first = await call();
      const again = await call();
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    }
  });

  it('does not restore a removed document', async () => {
    const key = randomUUID();
    const { json } = await uploadId('a.jpg', jpeg(), once(key));
    await remove(json.documents[0].formFileId);
    expect((await uploadId('a.jpg', jpeg(), once(key))).status).toBe(200);
    expect(await count('documents')).toBe(0);
    expect(server.onDisk().kept).toEqual([]);
  });

  it('is remembered after a restart, and for 180 days', async () => {
    const key = randomUUID();
    const body = registrationBody(formId);
    const send = (device: Device) =>
      device.call({ method: 'POST', url: registerSim, body, headers: once(key) });
    await send(phone);
    const start = server.clock.now;

    const afterDays = async (days: number) => {
      server = await server.restart();
      server.clock.now = start + days * 24 * 3600_000;
      const device = server.device(phone.id);
      await device.newForm();
      return (await send(device)).headers['idempotency-replayed'];
    };
    expect(await afterDays(1)).toBe('true');
    const startAfter = async (days: number) => {
      await server.app.close();
      server = await openHarness({ now: () => start + days * 24 * 3600_000 }, server.dataDir);
      return count('answers');
    };
    expect(await startAfter(180)).toBe(1);
    // The server trusts a time after two readings of the clock, at least a day apart, agree.
    expect(await startAfter(181)).toBe(1);
    expect(await startAfter(182)).toBe(0);
  });

  it('keeps one file after a restart, when the server reads the repeated photo before it finds the answer', async () => {
    const key = randomUUID();
    const first = await uploadId('a.jpg', jpeg(), once(key));
    const before = server.onDisk();
    server = await server.restart();
    const device = server.device(phone.id);
    await device.newForm();
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg())];
    const again = await device.upload(saveId, parts, once(key));
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = [formIdPart(formId), filePart('a.jpg', jpeg('b'))];
    expect((await device.upload(saveId, other, once(key))).status).toBe(422);
    expect(server.onDisk()).toEqual(before);
    expect(await count('documents')).toBe(1);
  });

  it('is not forgotten after one start with a clock that is ahead', async () => {
    const key = randomUUID();
    const body = registrationBody(formId);
    await phone.call({ method: 'POST', url: registerSim, body, headers: once(key) });
    const start = server.clock.now;
    for (const days of [0, 200, 200, 1, 200]) {
      await server.app.close();
      server = await openHarness({ now: () => start + days * 24 * 3600_000 }, server.dataDir);
    }
    expect(await count('answers')).toBe(1);
  });

  it('belongs to its device: another device’s same key finds nothing', async () => {
    const key = randomUUID();
    await uploadId('a.jpg', jpeg(), once(key));
    const other = server.device();
    const otherForm = await other.newForm();
    const reply = await other.upload(
      saveId,
      [formIdPart(otherForm), filePart('a.jpg', jpeg())],
      once(key),
    );
    expect(reply.status).toBe(200);
    expect(reply.headers['idempotency-replayed']).toBeUndefined();
  });

  it('can be used again after a refusal, because nothing changed', async () => {
    const key = randomUUID();
    const bad = { ...registrationBody(formId), formData: { ...individual, title: '' } };
    const post = (body: object) =>
      phone.call({ method: 'POST', url: registerSim, body, headers: once(key) });
    expect((await post(bad)).status).toBe(400);
    expect((await post(registrationBody(formId))).status).toBe(200);
  });

  it('must be a UUID', async () => {
    for (const key of ['1', '', `${randomUUID()}\u00e9`, 'x'.repeat(8000)]) {
      const reply = await uploadId('a.jpg', jpeg(), once(key));
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.json.errors)).toEqual(['IdempotencyKey']);
      expect((await remove(randomUUID(), once(key))).status).toBe(400);
    }
  });
});

describe('without a key', () => {
  it('the same name and bytes are one document; other bytes are a conflict', async () => {
    const first = await uploadId('a.jpg', jpeg());
    const again = await uploadId('a.jpg', jpeg());
    const changed = await uploadId('a.jpg', jpeg('changed'));

    expect(again.status).toBe(200);
    expect(again.json.documents).toEqual(first.json.documents);
    expect(changed.status).toBe(409);
    expect(await count('documents')).toBe(1);
    expect(server.onDisk().kept).toHaveLength(1);
  });

  it('a call with one conflicting file stores none of its files', async () => {
    await uploadId('a.jpg', jpeg());
    const reply = await phone.upload(saveId, [
      formIdPart(formId),
      filePart('new.jpg', jpeg('new')),
      filePart('a.jpg', jpeg('changed')),
    ]);
    expect(reply.status).toBe(409);
    expect(await count('documents')).toBe(1);
    expect(server.onDisk().kept).toHaveLength(1);
  });

  it('a name is unique on the form, for all kinds', async () => {
    await uploadId('a.jpg', jpeg());
    const reply = await phone.upload(saveCompany, [
      formIdPart(formId),
      filePart('a.jpg', jpeg('other')),
    ]);
    expect(reply.status).toBe(409);
  });

  it('a second removal reports that the document is gone', async () => {
    const { json } = await uploadId('a.jpg', jpeg());
    const { formFileId } = json.documents[0];
    expect((await remove(formFileId)).status).toBe(200);
    const again = await remove(formFileId);
    expect([again.status, again.json.wasSuccessful]).toEqual([404, false]);
    expect(server.onDisk().kept).toEqual([]);
  });
});

describe('simultaneous repeats', () => {
  it('leave one copy, and all get a success', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => uploadId('a.jpg', jpeg())));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(await count('documents')).toBe(1);
    expect(server.onDisk()).toEqual({ kept: [expect.any(String)], incoming: [] });
  });

  it('with a key get one answer, and none must wait', async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => uploadId('a.jpg', jpeg(), once(key))),
    );
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
    const fresh = replies.filter((reply) => reply.headers['idempotency-replayed'] === undefined);
    expect(fresh).toHaveLength(1);
    expect(await count('documents')).toBe(1);
    expect(server.onDisk().kept).toHaveLength(1);
  });
});
