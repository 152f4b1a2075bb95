import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { callPath, GET_INFO_PATH, type InfoResult } from '../../src/api/contract.ts';
import type { Accepted } from '../../src/domain/announced.ts';
import { type FormKind, formKinds } from '../../src/domain/forms/form-kinds.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { problem } from '../answers/problems.ts';
import {
  answered,
  type Refused,
  refused,
  sendEnding,
  sendFieldProblems,
  sendProblem,
  succeeded,
} from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { isHttps } from '../plugins/policies.ts';
import type { Answered } from '../repository/repository-port.ts';
import { parseFormRequest } from '../validation/form-request.ts';
import { claimOf, digestOf } from './claims.ts';

/** RegisterSim or ReplaceSim: stores the form's fields. A repeated call overwrites them. */
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

/** The extensions that this server accepts: all that the app can use. */
const ACCEPTS: readonly Accepted[] = ['idempotencyKey', 'pieces', 'webp'];

/**
 * GetInfo: returns the lists of the forms, a new form id, and a new anti-forgery token. The lists equal the app's
 * built-in ones, so nothing changes on the screen when they arrive.
 */
export function addInfo(app: FastifyInstance, context: AppContext): void {
  app.get(GET_INFO_PATH, async (request, reply) => {
    const formGuid = randomUUID();
    const { deviceId, headers } = request;
    await context.repository.issueForm(formGuid, deviceId, context.now());
    const cookie = context.antiForgery.cookie(headers.cookie, deviceId, isHttps(headers));
    reply.header('set-cookie', cookie);
    const body: InfoResult = {
      ...succeeded('', ''),
      titleOptions: builtInOptions.titles,
      typeOfBusinessOptions: builtInOptions.businessTypes,
      formGuid,
      accepts: ACCEPTS,
    };
    return body;
  });
}
