import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Answered, OnceEnding } from '../repository/repository-port.ts';
import { sendErrors, sendFault, sendProblem } from './problems.ts';
import { failed } from './results.ts';

/** Why an effect was refused; nothing of it has happened. */
export type Refusal =
  | Readonly<{ status: 'unknown-form' }>
  | Readonly<{ status: 'name-taken' }>
  | Readonly<{ status: 'too-many'; most: number }>
  | Readonly<{ status: 'not-found' }>;

/** A success, with the text that is both sent now and kept for a repeat. */
export function answered(body: object): Answered {
  return { status: 'answered', answer: { statusCode: 200, body: JSON.stringify(body) } };
}

export function sendEnding(
  request: FastifyRequest,
  reply: FastifyReply,
  ending: Answered | OnceEnding | Refusal,
): FastifyReply {
  switch (ending.status) {
    case 'replayed':
      reply.header('idempotency-replayed', 'true');
      return sendText(reply, ending.answer);
    case 'answered':
      return sendText(reply, ending.answer);
    case 'key-reused':
    case 'name-taken':
      return sendProblem(request, reply, ending.status);
    case 'unknown-form':
      return sendFault(request, reply, ending.status);
    case 'too-many':
      return sendErrors(request, reply, {
        Files: [`A form has room for ${ending.most} documents of a kind.`],
      });
    case 'not-found':
      return reply
        .code(404)
        .send(failed('Document not found', 'There is no such document on this form.'));
  }
}

function sendText(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.statusCode).type('application/json; charset=utf-8').send(answer.body);
}
