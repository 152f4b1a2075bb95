import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { succeeded } from '../answers.ts';
import { isHttps } from '../plugins/headers.ts';
import type { Services } from '../services.ts';

/** GetInfo: the lists of the forms (those that the app is built with, so that nothing changes when they arrive), a new form id, and a new anti-forgery token. */
export function addInfo(app: FastifyInstance, services: Services): void {
  app.get('/Info/GetInfo', async (request, reply) => {
    const formGuid = randomUUID();
    await services.repository.issueForm(formGuid, request.deviceId, services.now());
    const secure = isHttps(request.headers);
    reply.header('set-cookie', services.antiForgery.cookie(request.headers.cookie, secure));
    return {
      ...succeeded('', ''),
      titleOptions: builtInOptions.titles,
      typeOfBusinessOptions: builtInOptions.businessTypes,
      formGuid,
    };
  });
}
