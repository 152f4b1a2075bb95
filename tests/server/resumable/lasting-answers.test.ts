import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { AppContext } from '../../../server/app-context.ts';
import { endUpload } from '../../../server/resumable/resumable-end.ts';
import { openMemoryPartials } from '../../support/server/memory-stores.ts';

type Inject = (options: { payload: Readable }) => Promise<unknown>;

const answering =
  (statusCode: number): Inject =>
  async () => ({ statusCode, headers: {}, payload: '' });

/** Ends a complete upload with the answer of `inject`. Returns true if the server stores the answer and deletes the bytes. */
async function isKept(inject: Inject): Promise<boolean> {
  const partials = openMemoryPartials();
  const upload = {
    id: randomUUID(),
    deviceId: randomUUID(),
    path: '/api/SimRegistration/SaveIdDocument',
    idempotencyKey: null,
    contentType: 'multipart/form-data; boundary=x',
    length: 0,
    createdAt: 0,
  };
  await partials.create(upload);
  const state = await partials.find(upload.deviceId, upload.id);
  if (state === null) throw new Error('The upload is not there.');
  const app = { inject };
  const request = { headers: {}, socket: {} };
  const reply = { code: () => reply, header: () => reply, send: () => reply };
  await endUpload(
    app as unknown as FastifyInstance,
    { partials } as unknown as AppContext,
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
    state,
  );
  return (await partials.find(upload.deviceId, upload.id))?.answer !== null;
}

it.each([200, 400, 404, 409, 413, 415, 422])(
  'an answer of %i to an upload is kept',
  async (status) => {
    expect(await isKept(answering(status))).toBe(true);
  },
);

it.each([401, 403, 408, 425, 429, 500, 502, 503])(
  'an answer of %i is temporary, so the bytes stay',
  async (status) => {
    expect(await isKept(answering(status))).toBe(false);
  },
);

it('the stored bytes are closed also if the call answers before it reads them', async () => {
  let read: Readable | null = null;
  await isKept(async (options) => {
    read = options.payload;
    return answering(429)(options);
  });
  expect(read).toMatchObject({ destroyed: true });
});
