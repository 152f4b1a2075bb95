import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GenericResult } from '../../src/domain/outcome.ts';
import type { Answered, HttpAnswer, OnceEnding } from '../repository/repository-port.ts';
import { type FieldProblem, type Problem, problem } from './problems.ts';

export function succeeded(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: true, modelState: {} };
}

function failed(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: false, modelState: {} };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the problem in the answer. Null if there was none. */
    refusedFor: string | null;
  }
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Problem,
): FastifyReply {
  request.refusedFor = found.code;
  switch (found.shape) {
    case 'title':
      return sendTitle(request, reply, found.status, found.title);
    case 'field':
      return sendFieldProblems(request, reply, [found]);
    case 'result':
      return reply.code(found.status).send(failed(found.heading, found.description));
    case 'empty':
      return reply.code(found.status).send();
  }
}

/** Sends problems of fields. If a field has several, only the first is sent. */
export function sendFieldProblems(
  request: FastifyRequest,
  reply: FastifyReply,
  found: readonly FieldProblem[],
): FastifyReply {
  request.refusedFor = found[0]?.code ?? null;
  const errors: Record<string, string[]> = {};
  for (const { at, sentence } of found) errors[at] ??= [sentence];
  return reply.code(400).send({
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    traceId: request.id,
    errors,
  });
}

/** The problems for the framework's own errors. `sendStatus` finds them by status. */
const general = [
  'not-found',
  'too-slow',
  'no-length',
  'too-large',
  'long-address',
  'other-type',
  'unmet-expectation',
  'too-many-requests',
  'unavailable',
] as const;

/** Sends the problem that belongs to this status. */
export function sendStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  const known = general.map((code) => problem(code)).find((it) => it.status === status);
  const { code, title } = known ?? problem('bad-request');
  request.refusedFor = code;
  return sendTitle(request, reply, status, title);
}

function sendTitle({ id }: FastifyRequest, reply: FastifyReply, status: number, title: string) {
  return reply.code(status).send({ type: 'about:blank', title, status, traceId: id });
}

/** The call was refused with a problem. Nothing was changed. */
export type Refused = Readonly<{ status: 'refused'; problem: Problem }>;

export const refused = (found: Problem): Refused => ({ status: 'refused', problem: found });

/** A success. The same text is sent now and stored for a repeated call. */
export function answered(body: object): Answered {
  return { status: 'answered', answer: { statusCode: 200, body: JSON.stringify(body) } };
}

export function sendEnding(
  request: FastifyRequest,
  reply: FastifyReply,
  ending: Answered | OnceEnding | Refused,
): FastifyReply {
  switch (ending.status) {
    case 'replayed':
    case 'found-after-doubt':
      reply.header('idempotency-replayed', 'true');
      return sendText(reply, ending.answer);
    case 'answered':
      return sendText(reply, ending.answer);
    case 'key-reused':
      return sendProblem(request, reply, problem('key-reused'));
    case 'decided':
      return sendProblem(request, reply, problem('decided'));
    case 'refused':
      return sendProblem(request, reply, ending.problem);
  }
}

function sendText(reply: FastifyReply, answer: HttpAnswer): FastifyReply {
  return reply.code(answer.statusCode).type('application/json; charset=utf-8').send(answer.body);
}
