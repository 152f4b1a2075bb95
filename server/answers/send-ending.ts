import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered, HttpAnswer, OnceEnding } from '../repository/repository-port.ts';
import { type Problem, problem } from './problems.ts';
import { sendProblem } from './send-problem.ts';

/** The effect met a problem: nothing of it has happened. */
export type Refused = Readonly<{ status: 'refused'; problem: Problem }>;

export const refused = (found: Problem): Refused => ({ status: 'refused', problem: found });

/** A success, with the text that is both sent now and kept for a repeat. */
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
    case 'refused':
      return sendProblem(request, reply, ending.problem);
  }
}

function sendText(reply: FastifyReply, answer: HttpAnswer): FastifyReply {
  return reply.code(answer.statusCode).type('application/json; charset=utf-8').send(answer.body);
}
