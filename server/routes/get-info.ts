import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { InfoResult } from '../../src/api/contract.ts';
import { GET_INFO_PATH } from '../../src/domain/call-path.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { succeeded } from '../answers/results.ts';
import type { AppContext } from '../app-context.ts';
import { isHttps } from '../plugins/headers.ts';

/** GetInfo: the lists of the forms (those that the app is built with, so that nothing changes when they arrive), a new form id, and a new anti-forgery token. */
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
    };
    return body;
  });
}
