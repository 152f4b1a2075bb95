import type { FastifyInstance } from 'fastify';
import { addGuard } from '../plugins/guard.ts';
import { addServerTiming } from '../plugins/request-log.ts';
import { sendProblem } from '../problems.ts';
import type { Services } from '../services.ts';
import { addDocumentDownload, addDocumentRemoval } from './documents.ts';
import { addForm } from './forms.ts';
import { addInfo } from './info.ts';
import { addOpenRoutes } from './open.ts';
import { addUploads } from './uploads.ts';

/** The two families of calls. */
const families = [
  { kind: 'registration', path: '/SimRegistration', form: 'RegisterSim' },
  { kind: 'replacement', path: '/SimReplacement', form: 'ReplaceSim' },
] as const;

/** Everything under `/api`; an address that is none of them gets JSON, never the app's page. */
export function addApi(api: FastifyInstance, services: Services): void {
  addServerTiming(api);
  addOpenRoutes(api, services);
  api.register(async (guarded) => {
    addGuard(guarded, services);
    addCalls(guarded, services);
  });
  for (const path of ['/', '/*']) {
    api.all(path, async (request, reply) => sendProblem(request, reply, 'not-found'));
  }
}

function addCalls(app: FastifyInstance, services: Services): void {
  addInfo(app, services);

  for (const { kind, path, form } of families) {
    addForm(app, services, kind, `${path}/${form}`);
    addUploads(app, services, kind, path);
    addDocumentRemoval(app, services, kind, `${path}/RemoveDocument`);
  }
  addDocumentDownload(app, services);
}
