import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FieldErrors, problem, validationProblem } from './results.ts';

/** Every refusal without a field to correct, by its code. Codes are for us and stay; titles are fixed, never quoted input. */
const problems = {
  'bad-request': { status: 400, title: 'Bad request' },
  'unknown-key': { status: 401, title: 'Unknown application key' },
  'cross-site': { status: 403, title: 'Cross-site request' },
  'not-found': { status: 404, title: 'Not found' },
  'too-slow': { status: 408, title: 'Request timeout' },
  'name-taken': { status: 409, title: 'Another file has this name on this form' },
  'no-length': { status: 411, title: 'Length required' },
  'too-large': { status: 413, title: 'Too large' },
  'long-address': { status: 414, title: 'Address too long' },
  'other-type': { status: 415, title: 'Unsupported media type' },
  'unmet-expectation': { status: 417, title: 'Expectation failed' },
  'key-reused': { status: 422, title: 'This idempotency key was used for another request' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const;

export type ProblemCode = keyof typeof problems;

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
): FastifyReply {
  const { status, title } = problems[code];
  return reply.code(status).send(problem(status, title, request.id));
}

/** Those that the framework's own refusals are told as. */
const general: readonly ProblemCode[] = [
  'not-found',
  'too-slow',
  'no-length',
  'too-large',
  'long-address',
  'other-type',
  'unmet-expectation',
  'too-many-requests',
  'unavailable',
];

/** A refusal of which only the status is known. */
export function sendStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  const code = general.find((known) => problems[known].status === status) ?? 'bad-request';
  return reply.code(status).send(problem(status, problems[code].title, request.id));
}

/** Every refusal that names what to correct outside of a form's fields, by its code. */
const faults = {
  'no-form-id': { FormId: 'A form id (UUID) is required.' },
  'form-id-first': { FormId: 'The part FormId must come first.' },
  'unknown-form': { FormId: 'This form is not known. Ask for a new form id.' },
  'no-file-id': { RegistrationFileId: 'A document id (UUID) is required.' },
  'malformed-key': { IdempotencyKey: 'The idempotency key must be a UUID.' },
  'malformed-device': { DeviceIdentifier: 'The device identifier must be a UUID.' },
  'invalid-json': { $: 'The request body is not valid JSON.' },
  'no-body': { $: 'A request body is required.' },
  'unknown-part': { $: 'The upload has a part that is not known.' },
  'cut-short': { Files: 'The upload was cut short.' },
  'malformed-upload': { Files: 'The upload is not well formed.' },
  'no-file': { Files: 'At least one file is required.' },
  'file-name': { Files: 'A file needs a name of 1 to 200 plain characters.' },
} as const;

export type FaultCode = keyof typeof faults;

/** Of several faults at one place the first is told. */
export function errorsFor(...codes: readonly FaultCode[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const code of codes) {
    for (const [key, sentence] of Object.entries(faults[code])) errors[key] ??= [sentence];
  }
  return errors;
}

export function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors,
): FastifyReply {
  return reply.code(400).send(validationProblem(errors, request.id));
}

export const sendFault = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: FaultCode,
): FastifyReply => sendErrors(request, reply, errorsFor(code));
