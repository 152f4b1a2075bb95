import type { FastifyInstance } from 'fastify';
import type { FormKind } from '../../src/domain/forms/form.ts';
import { succeeded } from '../answers.ts';
import { sendErrors, sendFault } from '../problems.ts';
import type { Answered } from '../repository/port.ts';
import type { Services } from '../services.ts';
import { parseFormRequest } from '../validation/form-request.ts';
import { claimOf, digestOf } from './claims.ts';
import { answered, type Refusal, sendEnding } from './endings.ts';

/** RegisterSim or ReplaceSim: the form's fields; the same form overwrites itself. */
export function addForm(
  app: FastifyInstance,
  services: Services,
  kind: FormKind,
  path: string,
): void {
  const { repository, limits, now } = services;
  const done = answered(
    kind === 'registration'
      ? succeeded('Registration received', 'We have received the SIM registration.')
      : succeeded('Replacement received', 'We have received the SIM replacement.'),
  );

  app.post(path, { bodyLimit: limits.jsonBytes }, async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendFault(request, reply, 'malformed-key');
    }
    const parsed = parseFormRequest(kind, request.body);
    if (parsed.status === 'invalid') {
      return sendErrors(request, reply, parsed.errors);
    }
    const { formId } = parsed.request;
    const claim = claimOf(request, formId, digestOf(request, request.body));
    const at = now();
    const ending = await repository.exactlyOnce<Answered | Refusal>(claim, at, async (forms) => {
      if (!(await forms.bindForm({ formId, deviceId: request.deviceId, kind }))) {
        return { status: 'unknown-form' };
      }
      await forms.saveSubmission(parsed.request, at);
      return done;
    });
    return sendEnding(request, reply, ending);
  });
}
