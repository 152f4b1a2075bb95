import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from '../support/samples.ts';

describe.skipIf(postgresVersions.length === 0)('one registration over PostgreSQL', () => {
  let server: Harness;
  let phone: Device;
  let writes: number;
  let syncs: number;
  beforeEach(async () => {
    const postgres = await postgresOf(postgresVersions[0]);
    server = await openHarness({
      postgres: postgresOptions(await postgres.newDatabase()),
      bucket: null,
    });
    phone = server.device();
    const { prototype } = Socket as unknown as {
      prototype: Record<'_write' | '_writev', (this: Socket, ...args: unknown[]) => unknown>;
    };
    for (const name of ['_write', '_writev'] as const) {
      const original = prototype[name];
      vi.spyOn(prototype, name).mockImplementation(function (this: Socket, ...args) {
        if (this.remotePort === postgres.port) writes += 1;
        return original.apply(this, args);
      });
    }
    const file = await open('package.json');
    const handles: FileHandle = Object.getPrototypeOf(file);
    await file.close();
    const { sync } = handles;
    vi.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
      syncs += 1;
      return sync.call(this);
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  const keyed = () => ({ 'idempotency-key': randomUUID() });

  async function register(documents: number): Promise<void> {
    const formId = await phone.newForm();
    const path = (call: string) => `/api/SimRegistration/${call}`;
    const body = registrationBody(formId);
    const replies = [
      await phone.call({ method: 'POST', url: path('RegisterSim'), body, headers: keyed() }),
      await phone.upload(
        path('SaveSignature'),
        [formIdPart(formId), filePart('signature.png', png(), 'image/png')],
        keyed(),
      ),
    ];
    for (let n = 0; n < documents; n += 1) {
      const parts = [formIdPart(formId), filePart(`${n}.jpg`, jpeg(`${n}`))];
      replies.push(await phone.upload(path('SaveIdDocument'), parts, keyed()));
    }
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  }

  it.each([
    [1, 7, 4],
    [3, 11, 8],
  ])(
    'with documents: %i, writes to the socket at most %i times and syncs %i times',
    async (documents, maxWrites, dueSyncs) => {
      // The first registration also opens the connection, so it is not counted.
      await register(documents);
      [writes, syncs] = [0, 0];
      await register(documents);
      expect(syncs).toBe(dueSyncs);
      expect(writes).toBeGreaterThan(0);
      expect(writes).toBeLessThanOrEqual(maxWrites);
    },
  );
});
