import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, problem } from '../answers/problems.ts';
import { sendProblem, sendStatus } from '../answers/send-answer.ts';
import type { Log } from '../log.ts';
import { CommitInDoubt, StoreUnavailable } from '../repository/repository-port.ts';
import { commonHeaders } from './policies.ts';
import { UploadEnded } from './upload-watch.ts';

/** The time that a client has to read an answer that was sent before the end of its upload. */
const LINGER_MS = 5000;

/**
 * Called for an answer before the body's end. Closing a connection with unread bytes resets it, and the client may lose
 * the answer. So the server reads and discards the rest for a while, then cuts the connection.
 */
export function discardBody({ raw }: FastifyRequest): void {
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, LINGER_MS);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
}

/** The phones' wait if the disk is full. It is long, because a person must free space. */
export const FULL_PAUSE_SECONDS = 600;
/** The phones' wait if the database is busy for a moment. */
const BUSY_PAUSE_SECONDS = 5;
/** The phone's wait after the server ended one of its uploads. Its other uploads may continue. */
const UPLOAD_PAUSE_SECONDS = 10;

/** Problems of a body that the client's developer can correct, by the framework's code. */
const bodyProblems: Readonly<Record<string, FieldProblem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: problem('invalid-json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: problem('no-body'),
  FST_MP_PREMATURE_CLOSE: problem('cut-short'),
  FST_PROTO_VIOLATION: problem('unknown-part'),
  FST_INVALID_JSON_FIELD_ERROR: problem('unknown-part'),
};

/** Answers every thrown error with fixed sentences, because an error's message may quote data. */
export function answerError(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const inBody = bodyProblems[error.code] ?? multipartProblem(error);
    if (inBody !== null) return sendProblem(request, reply, inBody);
    const pause = pauseFor(error);
    if (pause !== null) {
      log.failure(
        request.id,
        error instanceof StoreUnavailable || error instanceof CommitInDoubt ? error.cause : error,
      );
      reply.header('retry-after', pause);
      return sendProblem(request, reply, problem('unavailable'));
    }
    const status = isCutShort(error) ? 408 : (error.statusCode ?? 500);
    if (error instanceof UploadEnded) {
      discardBody(request);
      reply.header('retry-after', UPLOAD_PAUSE_SECONDS);
    }
    if (status >= 500 && status !== 503) {
      log.failure(request.id, error);
      return sendProblem(request, reply, problem('failure'));
    }
    // The multipart plugin answers 406 if the body has another type. The right status is 415.
    return sendStatus(request, reply, status === 406 ? 415 : status);
  };
}

const fullSystem = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/**
 * Returns the seconds to wait if the disk is full, no file handles are left, or the store is unavailable. The call
 * itself is right, and every other call of the phone would fail, too. Returns null for all other errors.
 */
function pauseFor(error: FastifyError): number | null {
  // The call may have succeeded. The phone repeats the call and then gets its answer.
  if (error instanceof CommitInDoubt) return BUSY_PAUSE_SECONDS;
  if (error instanceof StoreUnavailable) {
    return error.reason === 'full' ? FULL_PAUSE_SECONDS : BUSY_PAUSE_SECONDS;
  }
  return fullSystem.has(error.code) ? FULL_PAUSE_SECONDS : null;
}

/**
 * Answers an address that the router can't parse. Such a request reaches no hook, and the router's own answer would
 * quote the address.
 */
export function answerBadAddress(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(request, reply.headers(commonHeaders(request)), problem('bad-request'));
}

/**
 * Answers a request that Node could not read, or that took too long to arrive, with a problem like every other answer.
 * Such a request reaches no route. Then closes the connection.
 */
export function answerUnreadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isSlow ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { title } = problem(isSlow ? 'too-slow' : 'bad-request');
  const body = JSON.stringify({ type: 'about:blank', title, status, traceId: randomUUID() });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${title}\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}

/**
 * True if the connection was cut before the body's end, so the same call may succeed later. The answer is not 400,
 * which tells a person to change something. The parser throws errors without a code, so only the message identifies
 * them.
 */
const isCutShort = ({ message }: Error): boolean =>
  /^(Unexpected end of multipart data|Part terminated early)/.test(message);

const multipartProblem = ({ message }: Error): FieldProblem | null =>
  /^(Multipart: |Malformed|The needle )/.test(message) ? problem('malformed-upload') : null;
