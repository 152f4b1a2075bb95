import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentsResult } from '../../src/api/contract.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { problem } from '../answers/problems.ts';
import { succeeded } from '../answers/results.ts';
import { answered, type Refused, refused, sendEnding } from '../answers/send-ending.ts';
import { sendFieldProblems, sendProblem } from '../answers/send-problem.ts';
import type { AppContext } from '../app-context.ts';
import { FULL_PAUSE_SECONDS } from '../plugins/errors.ts';
import { leaveUnread } from '../plugins/unread.ts';
import {
  type Answered,
  CommitInDoubt,
  type DocumentCategory,
  type FormOwner,
  type FormsTransaction,
  type OnceEnding,
  type StoredDocument,
  type StoredFile,
} from '../repository/repository-port.ts';
import { type ReceivedFile, receiveUpload } from '../uploads/receive.ts';
import type { ContentType } from '../uploads/sniff.ts';
import { claimOf, digestOf } from './claims.ts';
import { documentUrl } from './documents.ts';

const documentTypes: readonly ContentType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
];

/** What an upload did to the rows, and so which files must stay and which may go. */
type Saved = Answered &
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

/** SaveSignature: the call's PNGs take the place of the signature that the form had. */
const saveSignature: Save = async (forms, owner, files, at) => ({
  ...answered(succeeded('Signature received', 'We have received the signature.')),
  freed: await forms.replaceSignature(owner.formId, files, at),
  kept: new Set(files.map((file) => file.storageName)),
});

/** A documents call: adds files to the form, each name once, and lists all of the same kind. */
const saveDocuments =
  (category: DocumentCategory, max: number): Save =>
  async (forms, { formId }, files, at) => {
    const kept = new Set<string>();
    for (const file of files) {
      const namesake = await forms.documentNamed(formId, file.name);
      if (namesake !== null && namesake.sha256 !== file.sha256)
        return refused(problem('name-taken'));
      if (namesake === null) {
        const document = { ...file, formFileId: randomUUID(), receivedAt: at };
        await forms.addDocument(formId, category, document);
        kept.add(file.storageName);
      }
    }
    const documents = await forms.listDocuments(formId, category);
    if (documents.length > max) return refused(problem('too-many-documents', max));
    const body: DocumentsResult = {
      ...succeeded('Document received', 'We have received the document.'),
      documents: documents.map((it) => listed(it, at)),
    };
    return { ...answered(body), kept, freed: [] };
  };

type Upload = Readonly<{
  kind: FormKind;
  path: string;
  accepted: readonly ContentType[];
  save: Save;
}>;

/** One row for each upload of one kind of form, under its path: the signature, and what the app's table of the form asks for. */
const uploadsOf = (kind: FormKind, path: string): readonly Upload[] => [
  { kind, path: `${path}/SaveSignature`, accepted: ['image/png'], save: saveSignature },
  ...formOf(kind)
    .sections.flatMap(({ files }) => files)
    .map(({ kind: category, call, max }) => ({
      kind,
      path: `${path}/${call}`,
      accepted: documentTypes,
      save: saveDocuments(category, max),
    })),
];

export function addUploads(
  app: FastifyInstance,
  context: AppContext,
  kind: FormKind,
  path: string,
): void {
  for (const upload of uploadsOf(kind, path)) {
    addUpload(app, context, upload);
  }
}

function addUpload(app: FastifyInstance, context: AppContext, upload: Upload): void {
  const { repository, files: store, limits, now } = context;
  const { kind, accepted } = upload;

  app.post(upload.path, async (request, reply) => {
    if (request.idempotencyKey.status === 'malformed') {
      return sendProblem(request, reply, problem('malformed-key'));
    }
    if (Number(request.headers['content-length'] ?? 0) > limits.maxUploadBytes) {
      leaveUnread(request);
      return sendProblem(request, reply, problem('too-large'));
    }
    const { deviceId, savedAnswer: saved } = request;
    if (saved === null && (await store.freeBytes()) < limits.minFreeBytes) {
      leaveUnread(request);
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
    const requestHash = digestOf(request, [
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

    const stored = await keepAll(context, files);
    const owner = { formId, deviceId, kind };
    const claim = claimOf(request, formId, requestHash);
    const at = now();
    let ending: Saved | OnceEnding | Refused;
    try {
      ending = await repository.exactlyOnce<Saved | Refused>(claim, at, async (forms) =>
        (await forms.bindForm(owner))
          ? upload.save(forms, owner, stored, at)
          : refused(problem('unknown-form')),
      );
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) await removeUnused(context, stored, null);
      throw error;
    }
    await removeUnused(context, stored, ending.status === 'answered' ? ending : null);
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
  return files.map(({ name, contentType, size, sha256 }, index) => {
    const storageName = storageNames[index];
    if (storageName === undefined) throw new Error('A received file was not kept.');
    return { storageName, name, contentType, size, sha256 };
  });
}

/** `saved`: what was committed, null for nothing. A file is never gone while a row may still speak of it. */
async function removeUnused(
  { files: store }: AppContext,
  stored: readonly StoredFile[],
  saved: Saved | null,
): Promise<void> {
  const unused = stored.filter((file) => !saved?.kept.has(file.storageName));
  await store.remove([...unused.map((file) => file.storageName), ...(saved?.freed ?? [])]);
}

function noRoom(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('retry-after', FULL_PAUSE_SECONDS);
  return sendProblem(request, reply, problem('unavailable'));
}

function listed(document: StoredDocument, now: number) {
  const { formFileId, name } = document;
  return { formFileId, name, documentUrl: documentUrl(document, now), loading: false };
}
