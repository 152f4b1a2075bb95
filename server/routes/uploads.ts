import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callPath, type DocumentsResult } from '../../src/api/contract.ts';
import {
  type DocumentKind,
  documentsOf,
  MAX_FILES_OF_A_KIND,
} from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { type SentFileCall, type SentType, sentTypes } from '../../src/domain/forms/sent-files.ts';
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
import { MINUTE_MS } from '../limits.ts';
import { discardBody, FULL_PAUSE_SECONDS } from '../plugins/error-replies.ts';
import {
  type Answered,
  type Claim,
  CommitInDoubt,
  type FormOwner,
  type FormsTransaction,
  type OnceEnding,
  type StoredDocument,
  type StoredFile,
  StoreUnavailable,
} from '../repository/repository-port.ts';
import { type ReceivedFile, receiveUpload } from '../uploads/receive.ts';
import { claimOf, deleteAfterCommit, digestOf } from './claims.ts';
import { documentUrl } from './documents.ts';

/** The effect of an upload on the rows: the files to keep, and the files to delete. */
export type Saved = Answered &
  Readonly<{
    kept: ReadonlySet<string>;
    freed: readonly string[];
  }>;

type Save = (
  forms: FormsTransaction,
  owner: FormOwner,
  files: readonly StoredFile[],
  at: number,
) => Promise<Saved | Refused>;

/** SaveSignature: replaces the form's signature with the call's PNGs. */
const saveSignature: Save = async (forms, owner, files, at) => ({
  ...answered(succeeded('Signature received', 'We have received the signature.')),
  freed: await forms.replaceSignature(owner.formId, files, at),
  kept: new Set(files.map((file) => file.storageName)),
});

/** A documents call: adds files to the form, each name once, and lists all files of the same kind. */
const saveDocuments =
  (category: DocumentKind): Save =>
  async (forms, { formId }, files, at) => {
    const kept = new Set<string>();
    for (const file of files) {
      const namesake = await forms.documentNamed(formId, file.name);
      const isOtherKind = namesake !== null && namesake.category !== category;
      if (isOtherKind || (namesake !== null && namesake.sha256 !== file.sha256)) {
        return refused(problem('name-taken'));
      }
      if (namesake === null) {
        const document = { ...file, formFileId: randomUUID(), receivedAt: at };
        await forms.addDocument(formId, category, document);
        kept.add(file.storageName);
      }
    }
    const documents = await forms.listDocuments(formId, category);
    if (documents.length > MAX_FILES_OF_A_KIND) {
      return refused(problem('too-many-documents', MAX_FILES_OF_A_KIND));
    }
    const body: DocumentsResult = {
      ...succeeded('Document received', 'We have received the document.'),
      documents: documents.map((it) => listed(it, at)),
    };
    return { ...answered(body), kept, freed: [] };
  };

export type Upload = Readonly<{
  call: SentFileCall;
  accepted: readonly SentType[];
  save: Save;
}>;

/** The uploads of a kind of form: the signature, and the documents of the app's own table. */
const uploadsOf = (kind: FormKind): readonly Upload[] => [
  { call: 'SaveSignature', accepted: ['image/png'], save: saveSignature },
  ...documentsOf(kind).map(({ kind: category, call }) => ({
    call,
    accepted: sentTypes,
    save: saveDocuments(category),
  })),
];

function listed(document: StoredDocument, now: number) {
  const { formFileId, name } = document;
  return { formFileId, name, documentUrl: documentUrl(document, now), loading: false };
}

/** A file must be committed within this time after it is stored. Later, the server may treat it as a leftover of a crash. */
const MAX_KEEP_MS = 30 * MINUTE_MS;

class KeptTooLong extends Error {}

export function addUploads(app: FastifyInstance, context: AppContext, kind: FormKind): void {
  for (const upload of uploadsOf(kind)) addUpload(app, context, kind, upload);
}

function addUpload(
  app: FastifyInstance,
  context: AppContext,
  kind: FormKind,
  { accepted, call, save }: Upload,
): void {
  const { repository, files: store, limits, now } = context;

  /** Stores the files, commits their rows, and removes the files that no row names. */
  async function commit(
    owner: FormOwner,
    claim: Claim | null,
    files: readonly ReceivedFile[],
  ): Promise<Saved | OnceEnding | Refused> {
    const keptFrom = now();
    const stored = await keepAll(context, files);
    const at = now();
    try {
      const ending = await repository.exactlyOnce<Saved | Refused>(claim, at, async (forms) => {
        if (now() - keptFrom > MAX_KEEP_MS) throw new StoreUnavailable('busy', new KeptTooLong());
        return (await forms.bindForm(owner))
          ? save(forms, owner, stored, at)
          : refused(problem('unknown-form'));
      });
      // If in doubt, the files stay. A file without a row can be found later; a deleted file cannot.
      if (ending.status !== 'found-after-doubt') {
        await removeUnused(context, stored, ending.status === 'answered' ? ending : null);
      }
      return ending;
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) await removeUnused(context, stored, null);
      throw error;
    }
  }

  app.post(callPath(kind, call), async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendProblem(request, reply, problem('malformed-key'));
    }
    if (Number(request.headers['content-length'] ?? 0) > limits.maxUploadBytes) {
      discardBody(request);
      return sendProblem(request, reply, problem('too-large'));
    }
    const { deviceId, idempotencyKey: once } = request;
    const isFull = (await store.freeBytes()) < limits.minFreeBytes;
    // A repeat needs no space, also if this server does not know that it is one.
    const found =
      isFull && once.status === 'given' ? await repository.savedAnswer(deviceId, once.key) : null;
    const saved = request.savedAnswer ?? found;
    if (saved === null && isFull) {
      discardBody(request);
      return noRoom(request, reply);
    }
    const unwatch = context.uploads.watch(request, deviceId);
    const received = await receiveUpload(request, {
      store: saved === null ? store : null,
      accepted,
      mayUse: (formId) => repository.mayUse({ formId, deviceId, kind }),
      maxBytes: limits.maxUploadBytes,
    }).finally(unwatch);
    if (received.status === 'invalid') return sendFieldProblems(request, reply, received.problems);
    if (received.status === 'too-large') return sendProblem(request, reply, problem('too-large'));
    const { formId, files } = received;
    const requestHash = digestOf(context, request, [
      formId,
      ...files.map((file) => [file.name, file.sha256]),
    ]);
    if (saved !== null) {
      const same = saved.requestHash === requestHash;
      const { answer } = saved;
      return sendEnding(
        request,
        reply,
        same ? { status: 'replayed', answer } : { status: 'key-reused' },
      );
    }

    const owner = { formId, deviceId, kind };
    const claim = claimOf(request, formId, requestHash);
    const ending = await context.uncommittedFiles(files.length, () => commit(owner, claim, files));
    if (ending.status === 'answered') await deleteAfterCommit(context, request, ending.freed);
    return sendEnding(request, reply, ending);
  });
}

async function keepAll(
  { files: store }: AppContext,
  files: readonly ReceivedFile[],
): Promise<StoredFile[]> {
  const stagedNames = files.flatMap((file) => file.stagedName ?? []);
  const storageNames = await store.keep(stagedNames).catch(async (error: unknown) => {
    await store.discard(stagedNames);
    throw error;
  });
  return files.map(({ name, contentType, size, sha256, sealedKey }, index) => {
    const storageName = storageNames[index];
    if (storageName === undefined) throw new Error('A received file was not kept.');
    return { storageName, name, contentType, size, sha256, sealedKey };
  });
}

/**
 * Removes the stored files that the committed rows do not name. `saved`: the committed upload; null if nothing was
 * committed. A file is never removed while a row may name it.
 */
async function removeUnused(
  { files: store, log }: AppContext,
  stored: readonly StoredFile[],
  saved: Saved | null,
): Promise<void> {
  const unused = stored.filter((file) => !saved?.kept.has(file.storageName));
  try {
    await store.remove(unused.map((file) => file.storageName));
  } catch (error) {
    // The call's result does not change. The server later finds the remaining files as it finds leftovers of a crash.
    log.failure('unused', error);
  }
}

function noRoom(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('retry-after', FULL_PAUSE_SECONDS);
  return sendProblem(request, reply, problem('unavailable'));
}
