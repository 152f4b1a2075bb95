import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../../src/domain/web-names.ts';
import { problem } from '../answers/problems.ts';
import { sendProblem } from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { PARTIAL_LIFETIME_MS } from '../limits.ts';
import type { PartialState, PartialUpload } from '../partials/partial-store-port.ts';
import { discardBody, FULL_PAUSE_SECONDS } from '../plugins/error-replies.ts';
import {
  appendBody,
  createUploadTurns,
  removeSurplus,
  removeSurplusOfDevice,
} from './resumable-append.ts';
import {
  completeField,
  endUpload,
  limitField,
  PIECE_TYPE,
  uploadFieldsOf,
} from './resumable-end.ts';

/** The server counts all devices' uploads again after each tenth of the maximum has begun. */
const COUNTS_PER_MAXIMUM = 10;

interface UploadRoute {
  Params: { uploadId: string };
}

/**
 * Adds resumable uploads (draft-ietf-httpbis-resumable-upload) to every POST of this scope. A POST with
 * `Upload-Complete` starts an upload and `PATCH` continues it. The whole body then goes through the POST's own route,
 * which knows nothing of uploads.
 */
export function addResumable(scope: FastifyInstance, context: AppContext): void {
  const { partials, files, limits, now } = context;
  const turns = createUploadTurns();
  let begunSinceCount = 0;

  const limitsOf = ({ createdAt }: Pick<PartialUpload, 'createdAt'>) =>
    limitField(limits.maxUploadBytes, (createdAt + PARTIAL_LIFETIME_MS - now()) / 1000);
  /** Cuts the connection of a request whose body is incomplete. A request with a complete body soon ends by itself. */
  const cut =
    ({ raw }: FastifyRequest) =>
    () => {
      if (!raw.complete) raw.destroy();
    };

  scope.addHook('onRoute', ({ method, path }) => {
    if (method !== 'POST') return;
    scope.options(path.slice(API_PATH.length), async (_request, reply) =>
      reply
        .code(204)
        .headers({
          allow: 'OPTIONS, POST',
          'accept-patch': PIECE_TYPE,
          'upload-limit': limitsOf({ createdAt: now() }),
        })
        .send(),
    );
  });

  scope.addHook('onRequest', async (request, reply) => {
    const { complete } = uploadFieldsOf(request.headers);
    if (request.method !== 'POST' || complete === null) return undefined;
    return create(request, reply, complete);
  });

  /** `complete`: the request has the whole body. Otherwise the answer has the address for the rest. */
  async function create(request: FastifyRequest, reply: FastifyReply, complete: boolean) {
    const wanted = wantedOf(request, complete);
    if (wanted.status === 'refused') {
      discardBody(request);
      return wanted.send(reply);
    }
    if ((await files.freeBytes()) < limits.minFreeBytes) return noRoom(request, reply);
    // Creates uploads of one device one at a time, so that two simultaneous tries of a call become one upload.
    const upload = await turns.take(
      `device ${request.deviceId}`,
      () => {},
      () => findOrCreate(wanted.upload),
    );
    if (upload === null) {
      discardBody(request);
      return sendProblem(request, reply, problem('key-reused'));
    }
    return turns.take(upload.id, cut(request), async () => {
      const state = await partials.find(upload.deviceId, upload.id);
      if (state === null) return notFound(request, reply);
      const location = `${API_PATH}/uploads/${state.id}`;
      const head = { location, 'upload-limit': limitsOf(state) };
      if (complete) tellEarly(request, head);
      if (state.offset > 0 || state.answer !== null) {
        // The upload exists already, but its client did not get the answer. This answer gives the offset to continue
        // at.
        discardBody(request);
        return created(reply, head, state);
      }
      const appended = await appendBody(context, request, state);
      if (appended.status === 'too-long') return tooLong(request, reply, state);
      if (appended.status === 'elsewhere') return elsewhere(request, reply, state);
      if (!complete) return created(reply, head, appended.state);
      return end(request, reply, appended.state);
    });
  }

  type Wanted =
    | Readonly<{ status: 'wanted'; upload: PartialUpload }>
    | Readonly<{ status: 'refused'; send: (reply: FastifyReply) => FastifyReply }>;

  function wantedOf(request: FastifyRequest, complete: boolean): Wanted {
    const { headers, idempotencyKey, deviceId } = request;
    const fields = uploadFieldsOf(headers);
    const refuse = (code: 'malformed-key' | 'no-length' | 'too-large' | 'other-type'): Wanted => ({
      status: 'refused',
      send: (reply) => {
        // The call itself would also refuse this body, so the client must not continue the upload.
        reply.headers({
          'upload-complete': completeField(true),
          'upload-limit': limitsOf({ createdAt: now() }),
        });
        return sendProblem(request, reply, problem(code));
      },
    });
    if (idempotencyKey.status === 'malformed') return refuse('malformed-key');
    const contentType = headers['content-type'] ?? '';
    const coding = headers['content-encoding'] ?? 'identity';
    if (!/^multipart\/form-data;/i.test(contentType) || coding !== 'identity') {
      return refuse('other-type');
    }
    const ownLength = complete ? fields.contentLength : null;
    const length = fields.length ?? ownLength;
    if (length === null) return refuse('no-length');
    if (ownLength !== null && ownLength !== length) {
      return { status: 'refused', send: inconsistentLength };
    }
    if (length > limits.maxUploadBytes) return refuse('too-large');
    const upload = {
      id: randomUUID(),
      deviceId,
      path: request.routeOptions.url ?? '',
      idempotencyKey: idempotencyKey.status === 'given' ? idempotencyKey.key : null,
      contentType,
      length,
      createdAt: now(),
    };
    return { status: 'wanted', upload };
  }

  /** Returns the upload that this key began, or null if that upload has another body or call. */
  async function findOrCreate(upload: PartialUpload): Promise<PartialUpload | null> {
    const begun = await partials.create(upload);
    if (begun.id === upload.id) {
      await removeSurplusOfDevice(context, turns, upload);
      begunSinceCount += 1;
      if (begunSinceCount > limits.maxPartialsOfAll / COUNTS_PER_MAXIMUM) {
        begunSinceCount = 0;
        await removeSurplus(context, turns);
      }
      return upload;
    }
    const isSame =
      begun.path === upload.path &&
      begun.contentType === upload.contentType &&
      begun.length === upload.length;
    return isSame ? begun : null;
  }

  /** Runs `work` on an upload after all earlier requests for the same upload have ended. */
  const withUpload =
    (work: (request: FastifyRequest, reply: FastifyReply, state: PartialState) => unknown) =>
    (request: FastifyRequest<UploadRoute>, reply: FastifyReply) => {
      const { uploadId } = request.params;
      const { deviceId, idempotencyKey } = request;
      return turns.take(uploadId, cut(request), async () => {
        const state = await partials.find(deviceId, uploadId);
        const isOfKey =
          idempotencyKey.status === 'absent' ||
          (idempotencyKey.status === 'given' && idempotencyKey.key === state?.idempotencyKey);
        return state !== null && isOfKey ? work(request, reply, state) : notFound(request, reply);
      });
    };

  scope.route<UploadRoute>({
    method: ['GET', 'HEAD'],
    url: '/uploads/:uploadId',
    handler: withUpload((_request, reply, state) =>
      reply
        .code(204)
        .headers({
          'upload-offset': state.offset,
          'upload-complete': completeField(state.answer !== null),
          'upload-length': state.length,
          'upload-limit': limitsOf(state),
        })
        .send(),
    ),
  });

  scope.delete<UploadRoute>(
    '/uploads/:uploadId',
    withUpload(async (_request, reply, state) => {
      await partials.remove(state);
      return reply.code(204).send();
    }),
  );

  // The handler reads the body itself, so this parser does nothing.
  scope.addContentTypeParser(PIECE_TYPE, (_request, _payload, done) => done(null));
  scope.patch<UploadRoute>('/uploads/:uploadId', withUpload(append));

  async function append(request: FastifyRequest, reply: FastifyReply, state: PartialState) {
    const { complete, offset, length, contentLength } = uploadFieldsOf(request.headers);
    const isPiece = (request.headers['content-type'] ?? '').split(';')[0]?.trim() === PIECE_TYPE;
    if (!isPiece || complete === null || offset === null) {
      discardBody(request);
      return sendProblem(request, reply, problem(isPiece ? 'bad-request' : 'other-type'));
    }
    if (offset !== state.offset) {
      discardBody(request);
      return mismatchingOffset(reply, state.offset, offset);
    }
    const lastByte = complete && contentLength !== null ? offset + contentLength : state.length;
    if (lastByte !== state.length || (length ?? state.length) !== state.length) {
      discardBody(request);
      return inconsistentLength(reply);
    }
    if (state.answer === null && (await files.freeBytes()) < limits.minFreeBytes) {
      return noRoom(request, reply);
    }
    const appended = await appendBody(context, request, state);
    if (appended.status === 'too-long') return tooLong(request, reply, state);
    if (appended.status === 'elsewhere') return elsewhere(request, reply, state);
    return complete
      ? end(request, reply, appended.state)
      : acknowledged(reply.code(204), appended.state);
  }

  const end = (request: FastifyRequest, reply: FastifyReply, state: PartialState) =>
    state.offset === state.length
      ? endUpload(scope, context, request, reply, state)
      : inconsistentLength(reply);

  /** Another server has continued the upload, or the upload is deleted. In both cases the client has given up this request. */
  async function elsewhere(request: FastifyRequest, reply: FastifyReply, before: PartialState) {
    discardBody(request);
    const state = await partials.find(before.deviceId, before.id);
    return state === null
      ? notFound(request, reply)
      : mismatchingOffset(reply, state.offset, before.offset);
  }

  /** Removes the upload, because its body can no longer have the declared length. */
  async function tooLong(request: FastifyRequest, reply: FastifyReply, state: PartialState) {
    discardBody(request);
    await partials.remove(state);
    return inconsistentLength(reply);
  }
}

const acknowledged = (reply: FastifyReply, { offset }: PartialState) =>
  reply.headers({ 'upload-offset': offset, 'upload-complete': completeField(false) }).send();

const created = (reply: FastifyReply, head: Record<string, string>, state: PartialState) =>
  acknowledged(reply.code(201).headers(head), state);

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  discardBody(request);
  return sendProblem(request, reply, problem('not-found'));
}

function noRoom(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  discardBody(request);
  reply.header('retry-after', FULL_PAUSE_SECONDS);
  return sendProblem(request, reply, problem('unavailable'));
}

const PROBLEM_TYPES = 'https://iana.org/assignments/http-problem-types';

const mismatchingOffset = (reply: FastifyReply, expected: number, provided: number) =>
  reply
    .code(409)
    .headers({ 'upload-offset': expected, 'upload-complete': completeField(false) })
    .type('application/problem+json')
    .send({
      type: `${PROBLEM_TYPES}#mismatching-upload-offset`,
      title: 'The offset is not that of the upload',
      'expected-offset': expected,
      'provided-offset': provided,
    });

const inconsistentLength = (reply: FastifyReply) =>
  reply
    .code(400)
    .header('upload-complete', completeField(false))
    .type('application/problem+json')
    .send({
      type: `${PROBLEM_TYPES}#inconsistent-upload-length`,
      title: 'The lengths given for the upload differ',
    });

/**
 * Returns true if a proxy forwarded the request. nginx and others take an interim answer for the final one. The final
 * answer would then go to another call, perhaps of another client.
 */
const isForwarded = ({ ips, headers }: FastifyRequest): boolean =>
  ips !== undefined || ['x-forwarded-for', 'forwarded', 'via'].some((name) => name in headers);

/**
 * Sends the interim answer with the upload's address. Only a client that sends the whole body at once needs it, because
 * it gets the address in no other way. Node has no function for interim answers with status 104.
 */
function tellEarly(request: FastifyRequest, head: Record<string, string>): void {
  const { raw } = request;
  if (raw.httpVersion !== '1.1' || !(raw.socket instanceof Socket) || isForwarded(request)) return;
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  raw.socket.write(`HTTP/1.1 104 Upload Resumption Supported\r\n${lines.join('')}\r\n`);
}
