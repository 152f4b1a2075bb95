import type { FastifyInstance } from 'fastify';
import { callPath } from '../../src/api/contract.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { API_PATH } from '../../src/domain/web-names.ts';
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
import { DAY_MS } from '../limits.ts';
import { documentPolicy } from '../plugins/policies.ts';
import type { Answered, StoredDocument } from '../repository/repository-port.ts';
import { attachmentHeader } from '../uploads/receive.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { claimOf, deleteAfterCommit, digestOf } from './claims.ts';

const SERVED_FOR_MS = DAY_MS;

/**
 * A document can be fetched for a day after its upload. After that, the ids that a phone keeps of a delivered form open
 * nothing. The absolute difference counts, in case the clock was set back.
 */
const isServed = ({ receivedAt }: StoredDocument, now: number) =>
  Math.abs(now - receivedAt) <= SERVED_FOR_MS;

/**
 * Returns the address where the owning device can fetch a document, or '' if the time for that is over. Other devices
 * get nothing there.
 */
export const documentUrl = (document: StoredDocument, now: number) =>
  isServed(document, now) ? `${API_PATH}/documents/${document.formFileId}` : '';

export function addDocumentDownload(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { formFileId: string } }>('/documents/:formFileId', async (request, reply) => {
    const formFileId = uuidFrom(request.params.formFileId);
    const document =
      formFileId === null
        ? null
        : await context.repository.documentFor(formFileId, request.deviceId);
    const bytes =
      document !== null && isServed(document, context.now())
        ? await context.files.read(document)
        : null;
    if (document === null || bytes === null) {
      return sendProblem(request, reply, problem('no-document-on-device'));
    }
    return reply
      .headers({
        'content-type': document.contentType,
        'content-length': document.size,
        'content-disposition': attachmentHeader(document.name),
        'content-security-policy': documentPolicy,
      })
      .send(bytes);
  });
}

type Removed = Answered &
  Readonly<{
    freed: string;
  }>;

/** RemoveDocument. Answers 404 if the document is already removed or belongs to another device's form. */
export function addDocumentRemoval(
  app: FastifyInstance,
  context: AppContext,
  kind: FormKind,
): void {
  const { repository, now } = context;
  const done = answered(succeeded('Document removed', 'We have removed the document.'));

  const path = callPath(kind, 'RemoveDocument');
  app.delete<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendProblem(request, reply, problem('malformed-key'));
    }
    const formId = uuidFrom(request.query['formId']);
    const formFileId = uuidFrom(request.query['registrationFileId']);
    if (formId === null || formFileId === null) {
      return sendFieldProblems(request, reply, [
        ...(formId === null ? [problem('no-form-id')] : []),
        ...(formFileId === null ? [problem('no-file-id')] : []),
      ]);
    }
    const claim = claimOf(request, formId, digestOf(context, request, [formId, formFileId]));
    const ending = await repository.exactlyOnce<Removed | Refused>(claim, now(), async (forms) => {
      const owner = { formId, deviceId: request.deviceId, kind };
      // The call may have no key, so this locks the form.
      const isBound = await forms.bindForm(owner);
      const freed = isBound ? await forms.removeDocument(owner, formFileId, now()) : null;
      return freed === null ? refused(problem('no-document-on-form')) : { ...done, freed };
    });
    if (ending.status === 'answered') await deleteAfterCommit(context, request, [ending.freed]);
    return sendEnding(request, reply, ending);
  });
}
