import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER } from '../../src/domain/web-names.ts';
import type { AppContext } from '../app-context.ts';
import type { PartialAnswer, PartialState } from '../partials/partial-store-port.ts';
import { StoreUnavailable } from '../repository/repository-port.ts';

export const PIECE_TYPE = 'application/partial-upload';

/** The upload's header fields of a request. Null: the header is missing or malformed. */
export type UploadFields = Readonly<{
  complete: boolean | null;
  offset: number | null;
  /** The length of the whole body. */
  length: number | null;
  /** The length of this request's own body. */
  contentLength: number | null;
}>;

export const uploadFieldsOf = (headers: IncomingHttpHeaders): UploadFields => ({
  complete: booleanIn(headers['upload-complete']),
  offset: integerIn(headers['upload-offset']),
  length: integerIn(headers['upload-length']),
  contentLength: integerIn(headers['content-length']),
});

type Header = string | string[] | undefined;

/** Parse items of structured fields (RFC 9651). Parameters after the value are ignored. */
function booleanIn(header: Header): boolean | null {
  const found = /^\?([01])(?:;.*)?$/.exec(textOf(header));
  return found === null ? null : found[1] === '1';
}

function integerIn(header: Header): number | null {
  const found = /^(\d{1,15})(?:;.*)?$/.exec(textOf(header));
  return found === null ? null : Number(found[1]);
}

const textOf = (header: Header) => (typeof header === 'string' ? header.trim() : '');

/** `maxAge`: the remaining time, in seconds. */
export const limitField = (maxSize: number, maxAge: number) =>
  `max-size=${maxSize}, min-size=0, max-age=${Math.max(0, Math.floor(maxAge))}`;

export const completeField = (complete: boolean) => (complete ? '?1' : '?0');

/** Headers of the last request that are not copied to the call. */
const notOfTheCall = /^(?:content-.*|upload-.*|transfer-encoding|connection|expect|keep-alive)$/;

/** Headers of the call's answer that a client needs. The server adds all other headers to any answer. */
const answerHeaders = ['retry-after', 'idempotency-replayed'] as const;

/**
 * The body is complete. It goes through the call's own route like one POST, and the client gets that answer. Some
 * answers depend on the moment and not on the body. Then the bytes stay, and the client can complete the upload again
 * without sending a byte.
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
  const body = await partials.read(state);
  const reached = await app
    .inject({
      method: 'POST',
      url: state.path,
      headers: headersOf(request, state),
      payload: body,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })
    .catch((error: unknown) => {
      // The server is stopping. The client completes the upload at the next one.
      throw isOfStop(error) ? new StoreUnavailable('busy', error) : error;
    })
    // A call that answers early leaves the rest unread, and the file open.
    .finally(() => body.destroy());
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

const isOfStop = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_REOPENED_CLOSE_SERVER';

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
