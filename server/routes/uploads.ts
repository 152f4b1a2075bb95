import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem, succeeded } from '../answers.ts';
import { type ReceivedFile, receiveUpload } from '../files/receive.ts';
import type { ContentType } from '../files/sniff.ts';
import { fullPauseSeconds } from '../plugins/errors.ts';
import { leaveUnread } from '../plugins/unread.ts';
import {
  type Answered,
  CommitInDoubt,
  type DocumentCategory,
  type FormKind,
  type FormOwner,
  type FormsTransaction,
  type OnceEnding,
  type StoredDocument,
  type StoredFile,
} from '../repository/port.ts';
import type { Services } from '../services.ts';
import { claimOf, digestOf } from './claims.ts';
import { documentUrl } from './documents.ts';
import {
  answered,
  malformedKey,
  type Refusal,
  readKey,
  sendEnding,
  sendErrors,
} from './endings.ts';

const documentTypes: readonly ContentType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
];

/** What an upload did to the rows, and so which files must stay and which may go. */
interface Effect {
  readonly ending: Answered | Refusal;
  readonly kept: ReadonlySet<string>;
  readonly freed: readonly string[];
}

type Save = (
  forms: FormsTransaction,
  owner: FormOwner,
  files: readonly StoredFile[],
  at: number,
) => Effect;

const refused = (ending: Refusal): Effect => ({ ending, kept: new Set(), freed: [] });

/** SaveSignature: the call's PNGs take the place of the signature that the form had. */
export function addSignatureUpload(
  app: FastifyInstance,
  services: Services,
  kind: FormKind,
  path: string,
): void {
  const ending = answered(succeeded('Signature received', 'We have received the signature.'));
  const save: Save = (forms, owner, files, at) => ({
    ending,
    freed: forms.replaceSignature(owner.formId, files, at),
    kept: new Set(files.map((file) => file.storageName)),
  });
  addUpload(app, services, { kind, path, accepted: ['image/png'], save });
}

/** A documents call: adds files to the form, each name once, and lists all of the same kind. */
export function addDocumentUpload(
  app: FastifyInstance,
  services: Services,
  kind: FormKind,
  path: string,
  category: DocumentCategory,
): void {
  const most = services.limits.filesPerKind;
  const save: Save = (forms, { formId }, files, at) => {
    const kept = new Set<string>();
    for (const file of files) {
      const namesake = forms.documentNamed(formId, file.name);
      if (namesake !== null && namesake.sha256 !== file.sha256) {
        return refused({ status: 'name-taken' });
      }
      if (namesake === null) {
        const document = { ...file, formFileId: randomUUID(), receivedAt: at };
        forms.addDocument(formId, category, document);
        kept.add(file.storageName);
      }
    }
    const documents = forms.listDocuments(formId, category);
    if (documents.length > most) {
      return refused({ status: 'too-many', most });
    }
    const told = succeeded('Document received', 'We have received the document.');
    const ending = answered({ ...told, documents: documents.map((it) => listed(it, at)) });
    return { ending, kept, freed: [] };
  };
  addUpload(app, services, { kind, path, accepted: documentTypes, save });
}

interface Upload {
  readonly kind: FormKind;
  readonly path: string;
  readonly accepted: readonly ContentType[];
  readonly save: Save;
}

function addUpload(app: FastifyInstance, services: Services, upload: Upload): void {
  const { repository, files: store, limits, now } = services;
  const { kind, accepted } = upload;

  app.post(upload.path, async (request, reply) => {
    const once = readKey(request);
    if (once.status === 'malformed') {
      return sendErrors(request, reply, malformedKey);
    }
    if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes) {
      leaveUnread(request);
      return tooLarge(request, reply);
    }
    const { deviceId } = request;
    const saved = once.status === 'given' ? repository.savedAnswer(deviceId, once.key) : null;
    if (saved === null && services.freeBytes() < limits.freeBytes) {
      leaveUnread(request);
      return noRoom(request, reply);
    }
    const unwatch = services.uploads.watch(request, deviceId);
    const received = await receiveUpload(request, {
      store: saved === null ? store : null,
      accepted,
      mayUse: (formId) => repository.mayUse({ formId, deviceId, kind }),
      uploadBytes: limits.uploadBytes,
    }).finally(unwatch);
    if (received.status === 'invalid') {
      return sendErrors(request, reply, received.errors);
    }
    if (received.status === 'too-large') {
      return tooLarge(request, reply);
    }
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

    const stored = await keepAll(services, files);
    const owner = { formId, deviceId, kind };
    const claim = claimOf(request, once, formId, requestHash);
    let effect: Effect | null = null;
    let ending: OnceEnding | Refusal;
    try {
      ending = repository.exactlyOnce<Refusal>(claim, now(), (forms) => {
        effect = forms.bindForm(owner)
          ? upload.save(forms, owner, stored, now())
          : refused({ status: 'unknown-form' });
        return effect.ending;
      });
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) {
        await removeUnused(services, stored, null);
      }
      throw error;
    }
    await removeUnused(services, stored, effect);
    return sendEnding(request, reply, ending);
  });
}

async function keepAll(
  { files: store }: Services,
  files: readonly ReceivedFile[],
): Promise<StoredFile[]> {
  const stagedNames = files.flatMap((file) => file.stagedName ?? []);
  const storageNames = await store.keep(stagedNames).catch(async (error: unknown) => {
    await store.discard(stagedNames);
    throw error;
  });
  return files.map(({ name, contentType, size, sha256 }, index) => {
    const storageName = storageNames[index];
    if (storageName === undefined) {
      throw new Error('A received file was not kept.');
    }
    return { storageName, name, contentType, size, sha256 };
  });
}

/** `effect`: what was committed, null for nothing. A file is never gone while a row may still speak of it. */
async function removeUnused(
  { files: store }: Services,
  stored: readonly StoredFile[],
  effect: Effect | null,
): Promise<void> {
  const unused = stored.filter((file) => !effect?.kept.has(file.storageName));
  await store.remove([...unused.map((file) => file.storageName), ...(effect?.freed ?? [])]);
}

function noRoom(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('retry-after', fullPauseSeconds);
  return reply.code(503).send(problem(503, 'Unavailable', request.id));
}

function tooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(413).send(problem(413, 'Too large', request.id));
}

function listed(document: StoredDocument, now: number) {
  const { formFileId, name } = document;
  return { formFileId, name, documentUrl: documentUrl(document, now), loading: false };
}
