import type { FastifyInstance } from 'fastify';
import { callPath } from '../../src/domain/call-path.ts';
import { type FormKind, formKinds } from '../../src/domain/forms/form-kinds.ts';
import { problem } from '../answers/problems.ts';
import { succeeded } from '../answers/results.ts';
import { answered, type Refused, refused, sendEnding } from '../answers/send-ending.ts';
import { sendFieldProblems, sendProblem } from '../answers/send-problem.ts';
import type { AppContext } from '../app-context.ts';
import type { Answered } from '../repository/repository-port.ts';
import { parseFormRequest } from '../validation/form-request.ts';
import { claimOf, digestOf } from './claims.ts';

/** RegisterSim or ReplaceSim: the form's fields; the same form overwrites itself. */
export function addForm(app: FastifyInstance, context: AppContext, kind: FormKind): void {
  const { repository, limits, now } = context;
  const done = answered(
    kind === 'registration'
      ? succeeded('Registration received', 'We have received the SIM registration.')
      : succeeded('Replacement received', 'We have received the SIM replacement.'),
  );

  const path = callPath(kind, formKinds[kind].call);
  app.post(path, { bodyLimit: limits.maxJsonBytes }, async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendProblem(request, reply, problem('malformed-key'));
    }
    const parsed = parseFormRequest(kind, request.body);
    if (parsed.status === 'invalid') return sendFieldProblems(request, reply, parsed.problems);
    const { formId } = parsed.content;
    const claim = claimOf(request, formId, digestOf(context, request, request.body));
    const at = now();
    const ending = await repository.exactlyOnce<Answered | Refused>(claim, at, async (forms) => {
      if (!(await forms.bindForm({ formId, deviceId: request.deviceId, kind }))) {
        return refused(problem('unknown-form'));
      }
      await forms.saveContent(parsed.content, at);
      return done;
    });
    return sendEnding(request, reply, ending);
  });
}
