import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createExchange } from '../../../src/api/client.ts';
import { formId } from '../../../src/domain/ids.ts';
import { REFERENCE_NAMES } from '../../../src/domain/web-names.ts';
import { FakeUploads } from '../../support/backend/fake-uploads.ts';
import { uploadChecks } from '../../support/server/upload-checks.ts';
import { fetchDocumented } from '../support/documented.ts';
import { applicationKey, type Harness, openHarness } from '../support/harness.ts';

let server: Harness | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const path = '/api/SimRegistration/SaveIdDocument';

uploadChecks('the backend', async () => {
  server = await openHarness();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const device = server.device();
  const exchange = createExchange({
    baseAddress: '/api',
    applicationKey,
    names: REFERENCE_NAMES,
    accepts: async () => null,
    keyRefusal: { isKnown: async () => false, keep: async () => {} },
    clientState: async () => null,
    fetch: (address, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', `XSRF-TOKEN=${device.token()}`);
      return fetchDocumented(new URL(String(address), `http://127.0.0.1:${port}`), {
        ...init,
        headers,
      });
    },
    deviceIdentifier: async () => device.id,
    antiForgeryToken: async () => device.token(),
  });
  return { exchange, path, form: formId(await device.newForm()) };
});

uploadChecks('the backend of the simulation', async () => {
  const uploads = new FakeUploads({
    offers: true,
    knowsKeys: true,
    maxPiece: 1_000_000,
    newId: randomUUID,
    complete: ({ pieces }) => ({
      status: 200,
      redirected: false,
      contentType: 'application/json',
      headers: { 'upload-complete': '?1' },
      body: nameIn(pieces),
    }),
  });
  return {
    exchange: async (message, { idempotencyKey = '' }) => {
      const { body } = message;
      for (const piece of body instanceof Blob ? [body] : []) texts.set(piece, await piece.text());
      return uploads.receive(message, idempotencyKey);
    },
    path,
    form: formId(randomUUID()),
  };
});

const texts = new WeakMap<Blob, string>();
const nameIn = (pieces: readonly Blob[]): string =>
  /filename="([^"]*)"/.exec(pieces.map((piece) => texts.get(piece) ?? '').join(''))?.[1] ?? '';
