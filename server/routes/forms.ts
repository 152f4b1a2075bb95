import type { FastifyInstance } from 'fastify';
import { succeeded } from '../answers.ts';
import type { FormKind } from '../repository/port.ts';
import type { Services } from '../services.ts';
import { parseFormRequest } from '../validation/form-request.ts';
import { claimOf, digestOf } from './claims.ts';
import {
  answered,
  malformedKey,
  type Refusal,
  readKey,
  sendEnding,
  sendErrors,
} from './endings.ts';

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
    const once = readKey(request);
    if (once.status === 'malformed') {
      return sendErrors(request, reply, malformedKey);
    }
    const parsed = parseFormRequest(kind, request.body);
    if (parsed.status === 'invalid') {
      return sendErrors(request, reply, parsed.errors);
    }
    const { formId } = parsed.request;
    const claim = claimOf(request, once, formId, digestOf(request, request.body));
    const ending = repository.exactlyOnce<Refusal>(claim, now(), (forms) => {
      if (!forms.bindForm({ formId, deviceId: request.deviceId, kind })) {
        return { status: 'unknown-form' };
      }
      forms.saveSubmission(parsed.request, now());
      return done;
    });
    return sendEnding(request, reply, ending);
  });
}
