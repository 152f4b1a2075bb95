import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER } from '../../src/domain/web-names.ts';
import type { AppContext } from '../app-context.ts';
import type { PartialAnswer, PartialState } from '../partials/partial-store-port.ts';
import { completeField } from './resumable-fields.ts';

/** Of the request that brought the last byte these are not the call's. */
const notOfTheCall = /^(?:content-.*|upload-.*|transfer-encoding|connection|expect|keep-alive)$/;

/** Headers of the call's answer that a client acts on; all others are the server's on any answer. */
const answerHeaders = ['retry-after', 'idempotency-replayed'] as const;

/**
 * The body is whole: it goes through the call's own route, as if it had come in one POST, and that answer is the answer. Where the
 * answer speaks of this moment and not of the body, the bytes stay: the client completes the upload once more, with no byte.
 */
export async function endUpload(
  app: FastifyInstance,
  { partials }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: PartialState,
): Promise<FastifyReply> {
  if (state.answer !== null) return sendAnswer(reply, state.answer);
  const { remoteAddress } = request.socket;
  const reached = await app.inject({
    method: 'POST',
    url: state.path,
    headers: headersOf(request, state),
    payload: await partials.read(state),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  const answer = {
    status: reached.statusCode,
    contentType: String(reached.headers['content-type'] ?? ''),
    body: reached.payload,
  };
  if (isLasting(answer.status)) await partials.finish(state, answer);
  for (const name of answerHeaders) {
    const value = reached.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return sendAnswer(reply, answer);
}

const passing = new Set([401, 403, 408, 425, 429]);
const isLasting = (status: number) => status < 500 && !passing.has(status);

function headersOf({ headers }: FastifyRequest, state: PartialState): Record<string, string> {
  const { idempotencyKey: key } = state;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !notOfTheCall.test(name) ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(given),
    [DEVICE_HEADER.toLowerCase()]: state.deviceId,
    'content-type': state.contentType,
    'content-length': String(state.length),
    ...(key === null ? {} : { [IDEMPOTENCY_HEADER.toLowerCase()]: key }),
  };
}

function sendAnswer(reply: FastifyReply, { status, contentType, body }: PartialAnswer) {
  reply.code(status).header('upload-complete', completeField(true));
  if (contentType !== '') reply.header('content-type', contentType);
  return reply.send(body);
}
