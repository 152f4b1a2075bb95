import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { AppContext } from '../../../server/app-context.ts';
import { endUpload } from '../../../server/resumable/resumable-end.ts';
import { openMemoryPartials } from '../../support/server/memory-stores.ts';

/** Answers the call of a complete upload with this status. Returns true if the server stores the answer and deletes the bytes. */
async function isKept(statusCode: number): Promise<boolean> {
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
  const app = { inject: async () => ({ statusCode, headers: {}, payload: '' }) };
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
    expect(await isKept(status)).toBe(true);
  },
);

it.each([401, 403, 408, 425, 429, 500, 502, 503])(
  'an answer of %i is temporary, so the bytes stay',
  async (status) => {
    expect(await isKept(status)).toBe(false);
  },
);
