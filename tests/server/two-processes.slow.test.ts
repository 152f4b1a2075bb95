import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresVersions } from '../support/server/postgres.ts';
import { fetchDocumented } from './support/documented.ts';
import { multipartBody, multipartType } from './support/multipart.ts';
import { remotePhone, until } from './support/process.ts';
import { filePart, formIdPart, jpeg } from './support/samples.ts';
import { type ServerFleet, startFleet } from './support/server-fleet.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';

describe.skipIf(postgresVersions.length === 0)('two servers over PostgreSQL and a bucket', () => {
  let fleet: ServerFleet;
  beforeEach(async () => {
    fleet = await startFleet(2);
  });
  afterEach(() => fleet.stop());

  it('continue a resumable upload of the other server, also if that one was killed during it', async () => {
    const [one = 0, other = 0] = fleet.ports;
    const id = randomUUID();
    const phone = remotePhone(one, id);
    const whole = multipartBody([
      formIdPart(await phone.newForm()),
      filePart('a.jpg', jpeg('a', 2_000_000)),
    ]);
    const headers = { ...phone.headers(), 'idempotency-key': randomUUID() };
    const created = await fetchDocumented(`http://127.0.0.1:${one}${saveId}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': multipartType,
        'upload-complete': '?0',
        'upload-length': String(whole.length),
      },
    });
    const path = created.headers.get('location') ?? '';
    const offsetAt = async (port: number) => {
      const known = await fetchDocumented(`http://127.0.0.1:${port}${path}`, {
        method: 'HEAD',
        headers,
      });
      return Number(known.headers.get('upload-offset'));
    };
    const piece = (offset: number) => ({
      ...headers,
      'content-type': 'application/partial-upload',
      'upload-complete': '?1',
      'upload-offset': String(offset),
    });
    const cut = request(`http://127.0.0.1:${one}${path}`, {
      method: 'PATCH',
      headers: { ...piece(0), 'content-length': whole.length },
    });
    cut.on('error', () => {});
    cut.write(whole.subarray(0, 1_000_000));
    let told = 0;
    await until(async () => {
      told = await offsetAt(other);
      return told > 300_000;
    });
    await fleet.server(0).kill();

    const offset = await offsetAt(other);
    expect(offset).toBeGreaterThanOrEqual(told);
    const last = await fetchDocumented(`http://127.0.0.1:${other}${path}`, {
      method: 'PATCH',
      headers: piece(offset),
      body: new Uint8Array(whole.subarray(offset)),
    });
    expect([last.status, last.headers.get('upload-complete')]).toEqual([200, '?1']);
    await fleet.start(0);
    expect(await offsetAt(one)).toBe(whole.length);
    const documents = (await fleet.forms()).flatMap((form) => form.documents);
    expect(documents.map(fleet.bytesOf)).toEqual([jpeg('a', 2_000_000)]);
  });
});
