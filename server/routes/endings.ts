import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FieldErrors, failed, problem, validationProblem } from '../answers.ts';
import type { Answer, Answered, OnceEnding } from '../repository/port.ts';
import { unknownForm } from '../validation/identifiers.ts';

/** Why an effect was refused; nothing of it has happened. */
export type Refusal =
  | { readonly status: 'unknown-form' }
  | { readonly status: 'name-taken' }
  | { readonly status: 'too-many'; readonly most: number }
  | { readonly status: 'not-found' };

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
      return reply
        .code(422)
        .send(problem(422, 'This idempotency key was used for another request', request.id));
    case 'name-taken':
      return reply
        .code(409)
        .send(problem(409, 'Another file has this name on this form', request.id));
    case 'unknown-form':
      return sendErrors(request, reply, { FormId: [unknownForm] });
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

export function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors,
): FastifyReply {
  return reply.code(400).send(validationProblem(errors, request.id));
}

export const malformedKey: FieldErrors = {
  IdempotencyKey: ['The idempotency key must be a UUID.'],
};

function sendText(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.statusCode).type('application/json; charset=utf-8').send(answer.body);
}
