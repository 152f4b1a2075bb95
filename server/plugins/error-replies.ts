import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, problem } from '../answers/problems.ts';
import { sendProblem, sendStatus } from '../answers/send-answer.ts';
import type { Log } from '../log.ts';
import { CommitInDoubt, StoreUnavailable } from '../repository/repository-port.ts';
import { commonHeaders } from './policies.ts';
import { UploadEnded } from './upload-watch.ts';

/** How long a client has to read an answer that came before the end of its upload. */
const LINGER_MS = 5000;

/**
 * For an answer before the body's end. Closing a connection with unread bytes resets it, and the answer may be lost. So the rest is
 * read and discarded for a while, then the connection is cut.
 */
export function discardBody({ raw }: FastifyRequest): void {
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, LINGER_MS);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
}

/** The phones' wait if the disk is full, because a person must free space. */
export const FULL_PAUSE_SECONDS = 600;
/** Somebody holds the database for a moment. */
const BUSY_PAUSE_SECONDS = 5;
/** Another upload holds something open that will end by itself; the phone's other uploads may go on. */
const UPLOAD_PAUSE_SECONDS = 10;

/** Problems of a body that the caller's program could correct, by the framework's code. */
const bodyProblems: Readonly<Record<string, FieldProblem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: problem('invalid-json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: problem('no-body'),
  FST_MP_PREMATURE_CLOSE: problem('cut-short'),
  FST_PROTO_VIOLATION: problem('unknown-part'),
  FST_INVALID_JSON_FIELD_ERROR: problem('unknown-part'),
};

/** Turns whatever was thrown into an answer with sentences of our own: an error's message may quote data. */
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
    // The multipart plugin says 406 to a body of another type; the right word is 415.
    return sendStatus(request, reply, status === 406 ? 415 : status);
  };
}

const fullSystem = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/**
 * Returns the seconds to wait if this machine's disk is full or it has no file handles left. The call itself is right, and every other
 * call of the phone would fail too. Returns null for all other errors.
 */
function pauseFor(error: FastifyError): number | null {
  // Nobody may say that it failed; the call comes again, and finds out.
  if (error instanceof CommitInDoubt) return BUSY_PAUSE_SECONDS;
  if (error instanceof StoreUnavailable) {
    return error.reason === 'full' ? FULL_PAUSE_SECONDS : BUSY_PAUSE_SECONDS;
  }
  return fullSystem.has(error.code) ? FULL_PAUSE_SECONDS : null;
}

/** Addresses that the router can't read never reach a hook, and its own words would quote them. */
export function answerBadAddress(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(request, reply.headers(commonHeaders(request)), problem('bad-request'));
}

/**
 * The body ended before its end: something on the way cut it, so the same call may well succeed. Not a 400, which says
 * that a person must change something. The parser throws bare errors, which no code tells apart from our own bugs.
 */
const isCutShort = ({ message }: Error): boolean =>
  /^(Unexpected end of multipart data|Part terminated early)/.test(message);

const multipartProblem = ({ message }: Error): FieldProblem | null =>
  /^(Multipart: |Malformed|The needle )/.test(message) ? problem('malformed-upload') : null;
