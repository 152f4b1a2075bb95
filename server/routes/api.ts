import type { FastifyInstance } from 'fastify';
import { problem } from '../answers.ts';
import { addGuard } from '../plugins/guard.ts';
import { addServerTiming } from '../plugins/request-log.ts';
import type { Services } from '../services.ts';
import { addDocumentDownload, addDocumentRemoval } from './documents.ts';
import { addForm } from './forms.ts';
import { addInfo } from './info.ts';
import { addOpenRoutes } from './open.ts';
import { addDocumentUpload, addSignatureUpload } from './uploads.ts';

/** Everything under `/api`; an address that is none of them gets JSON, never the app's page. */
export function addApi(api: FastifyInstance, services: Services): void {
  addServerTiming(api);
  addOpenRoutes(api, services);
  api.register(async (guarded) => {
    addGuard(guarded, services);
    addCalls(guarded, services);
  });
  for (const path of ['/', '/*']) {
    api.all(path, async (request, reply) =>
      reply.code(404).send(problem(404, 'Not found', request.id)),
    );
  }
}

function addCalls(app: FastifyInstance, services: Services): void {
  addInfo(app, services);

  addForm(app, services, 'registration', '/SimRegistration/RegisterSim');
  addSignatureUpload(app, services, 'registration', '/SimRegistration/SaveSignature');
  addDocumentUpload(app, services, 'registration', '/SimRegistration/SaveIdDocument', 'idDocument');
  addDocumentUpload(
    app,
    services,
    'registration',
    '/SimRegistration/SaveCompanyRegistrationDocument',
    'companyRegistrationDocument',
  );
  addDocumentRemoval(app, services, 'registration', '/SimRegistration/RemoveDocument');

  addForm(app, services, 'replacement', '/SimReplacement/ReplaceSim');
  addSignatureUpload(app, services, 'replacement', '/SimReplacement/SaveSignature');
  addDocumentUpload(app, services, 'replacement', '/SimReplacement/SaveIdDocument', 'idDocument');
  addDocumentUpload(
    app,
    services,
    'replacement',
    '/SimReplacement/SavePoliceDocument',
    'policeDocument',
  );
  addDocumentRemoval(app, services, 'replacement', '/SimReplacement/RemoveDocument');

  addDocumentDownload(app, services);
}
