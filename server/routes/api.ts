import type { FastifyInstance } from 'fastify';
import { formKindRows } from '../../src/domain/forms/form-kinds.ts';
import { problem } from '../answers/problems.ts';
import { sendProblem } from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { addGuard, addShedding } from '../plugins/guard.ts';
import { addServerTiming } from '../plugins/request-log.ts';
import { addResumable } from '../resumable/resumable.ts';
import { addDocumentDownload, addDocumentRemoval } from './documents.ts';
import { addForm, addInfo } from './forms.ts';
import { addOpenRoutes } from './open.ts';
import { addUploads } from './uploads.ts';

/** An unknown address under `/api` gets JSON, never the app's page. */
export async function addApi(api: FastifyInstance, context: AppContext): Promise<void> {
  addServerTiming(api);
  addOpenRoutes(api, context);
  await api.register(async (guarded) => {
    addShedding(guarded, context);
    addGuard(guarded, context);
    addCalls(guarded, context);
  });
  for (const path of ['/', '/*']) {
    api.all(path, async (request, reply) => sendProblem(request, reply, problem('not-found')));
  }
}

function addCalls(app: FastifyInstance, context: AppContext): void {
  addInfo(app, context);

  for (const { kind } of formKindRows) {
    addForm(app, context, kind);
    addDocumentRemoval(app, context, kind);
  }
  addDocumentDownload(app, context);

  app.register(async (uploads) => {
    addResumable(uploads, context);
    for (const { kind } of formKindRows) addUploads(uploads, context, kind);
  });
}
