import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { succeeded } from '../answers.ts';
import { isHttps } from '../plugins/headers.ts';
import type { Services } from '../services.ts';

const titles = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Prof', 'Rev', 'Adv', 'Chief'];

/** In the order of the enumeration: the place in the list is the number on the wire. */
const businessTypes = [
  'Other',
  'Private company',
  'Public company',
  'Close corporation',
  'Non-profit',
  'Government',
  'Joint venture',
  'Partnership',
  'Trust',
  'Body corporate',
  'Sole proprietor',
];

/** GetInfo: the lists of the forms, a new form id, and a new anti-forgery token. */
export function addInfo(app: FastifyInstance, services: Services): void {
  app.get('/Info/GetInfo', async (request, reply) => {
    const formGuid = randomUUID();
    services.repository.issueForm(formGuid, request.deviceId, services.now());
    const secure = isHttps(request.headers);
    reply.header('set-cookie', services.antiForgery.cookie(request.headers.cookie, secure));
    return {
      ...succeeded('', ''),
      titleOptions: titles.map((title) => ({ value: title, label: title })),
      typeOfBusinessOptions: businessTypes.map((label, index) => ({ value: `${index}`, label })),
      formGuid,
    };
  });
}
