import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultCode, sendFault, sendProblem, sendStatus } from '../answers/problems.ts';
import { problem, serverFault } from '../answers/results.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from '../repository/repository-port.ts';
import { commonHeaders } from './headers.ts';
import { leaveUnread } from './unread.ts';
import { UploadEnded } from './upload-watch.ts';

/** What a phone waits where the disk is full: a person must see to that. */
export const fullPauseSeconds = 600;
/** Somebody holds the database for a moment. */
const busyPauseSeconds = 5;

/** Faults of a body that the person's app could correct, by the framework's code. */
const bodyFaults: Readonly<Record<string, FaultCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'no-body',
  FST_MP_PREMATURE_CLOSE: 'cut-short',
  FST_PROTO_VIOLATION: 'unknown-part',
  FST_INVALID_JSON_FIELD_ERROR: 'unknown-part',
};

/** Turns whatever was thrown into an answer whose words are all our own: messages may quote data. */
export function answerError(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const fault = bodyFaults[error.code] ?? multipartFault(error);
    if (fault !== undefined) return sendFault(request, reply, fault);
    const pause = pauseFor(error);
    if (pause !== null) {
      log.failure(request.id, error instanceof StoreUnavailable ? error.cause : error);
      reply.header('retry-after', pause);
      return sendProblem(request, reply, 'unavailable');
    }
    const status = isCutShort(error) ? 408 : (error.statusCode ?? 500);
    if (error instanceof UploadEnded) {
      leaveUnread(request);
      // Something is held open that will end by itself; the phone's other uploads may go on.
      reply.header('retry-after', 10);
    }
    if (status >= 500 && status !== 503) {
      log.failure(request.id, error);
      return reply.code(500).send(serverFault);
    }
    // The multipart plugin says 406 to a body of another type; the right word is 415.
    return sendStatus(request, reply, status === 406 ? 415 : status);
  };
}

const fullSystem = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/**
 * Seconds to wait where this machine has no room or no hand free: nothing is wrong with the call, and every other call of
 * the phone would meet the same. Null for all other errors.
 */
function pauseFor(error: FastifyError): number | null {
  if (error instanceof StoreUnavailable) {
    return error.reason === 'full' ? fullPauseSeconds : busyPauseSeconds;
  }
  return fullSystem.has(error.code) ? fullPauseSeconds : null;
}

/** Addresses that the router can't read never reach a hook, and its own words would quote them. */
export function answerBadAddress(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply
    .code(400)
    .headers(commonHeaders(request))
    .send(problem(400, 'Bad request', request.id));
}

/**
 * The body ended before its end: something on the way cut it, so the same call may well succeed. Not a 400, which says
 * that a person must change something. The parser throws bare errors, which no code tells apart from our own bugs.
 */
const isCutShort = ({ message }: Error): boolean =>
  /^(Unexpected end of multipart data|Part terminated early)/.test(message);

function multipartFault({ message }: Error): FaultCode | undefined {
  return /^(Multipart: |Malformed|The needle )/.test(message) ? 'malformed-upload' : undefined;
}
