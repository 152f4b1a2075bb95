import { documentsOf, type UploadCall } from '../../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import {
  type SentFileKind,
  type SentType,
  sentFiles,
  sentTypes,
  wireFileName,
} from '../../../src/domain/forms/sent-files.ts';
import {
  attachmentId,
  formId,
  idempotencyKey,
  type SubmissionId,
  stepId,
  submissionId,
} from '../../../src/domain/ids.ts';
import { NO_PREVIOUS_STEPS, planOf } from '../../../src/domain/plan.ts';
import { advance } from '../../../src/domain/submission.ts';
import type { OpenContents } from '../../../src/store/format/contents.ts';
import type { AttachmentRow } from '../../../src/store/format/rows.ts';
import type {
  FormIds,
  FreezeRequest,
  Leases,
  RestorePort,
  SubmitPort,
} from '../../../src/store/outbox/outbox-port.ts';
import { draftSubmission, individual } from '../world/sync-world.ts';

let made = 0;
export const uuid = (): string => {
  made += 1;
  return `${made.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
};
const newIds = () => ({ id: stepId(uuid()), key: idempotencyKey(uuid()) });

const attachment = (
  of: SubmissionId,
  kind: SentFileKind,
  type: SentType,
  sequence = 1,
): AttachmentRow => {
  const id = attachmentId(uuid());
  return {
    id,
    submissionId: of,
    kind,
    fileName: wireFileName(kind, id, type),
    originalName: 'photo.jpg',
    type,
    size: 5,
    sha256: 'hash',
    sequence,
    addedAt: 1,
  };
};

/** Each kind of document that the form has, in each type that the app sends. The last added one comes first. */
const attachmentsOf = (id: SubmissionId, kind: FormKind): readonly AttachmentRow[] =>
  documentsOf(kind)
    .flatMap((document) => sentTypes.map((type) => [document.kind, type] as const))
    .map(([document, type], index) => attachment(id, document, type, index + 1))
    .reverse();

export const draftContents = (sequence = 1): OpenContents => {
  const id = submissionId(uuid());
  return {
    submission: draftSubmission(id, 'registration', sequence, 1),
    draft: {
      id,
      kind: 'registration',
      formVersion: 1,
      revision: 3,
      values: individual,
      passedWarnings: [],
      section: 'review',
      field: null,
      location: null,
      withoutLocation: true,
      consent: true,
      signatureSize: null,
      serverMessage: null,
      createdAt: 1,
      updatedAt: 1,
    },
    attachments: attachmentsOf(id, 'registration'),
    strokes: [{ submissionId: id, index: 0, points: [{ x: 1, y: 2, time: 3 }] }],
    payload: null,
  };
};

export const bytes = (text = 'bytes', type: string = 'image/jpeg'): Blob =>
  new Blob([text], { type });

/** The call that sends a document of this kind. */
function callOf(kind: SentFileKind): UploadCall {
  const call = sentFiles.find((each) => each.kind === kind)?.call;
  if (call === undefined || call === 'SaveSignature') throw new Error('It is no document.');
  return call;
}

export const freezeOf = (contents: OpenContents): FreezeRequest => {
  const { id } = contents.draft;
  const row = attachment(id, 'signature', 'image/png');
  const file = (each: AttachmentRow) => ({
    attachmentId: each.id,
    fileName: each.fileName,
    size: each.size,
    sha256: each.sha256,
  });
  return {
    id,
    revision: contents.draft.revision,
    attachments: contents.attachments.map((each) => each.id),
    payload: { id, json: '{"formData":{}}', salt: '', sha256: 'payload' },
    signature: { row, bytes: bytes('signature', row.type) },
    freeze: (before, taken) =>
      advance(before, {
        event: 'submitted',
        at: 5,
        formId: taken,
        customerName: 'Thandi Nkosi',
        steps: planOf(
          {
            kind: 'registration',
            payloadSha256: 'payload',
            signature: file(row),
            documents: contents.attachments.map((each) => ({
              ...file(each),
              call: callOf(each.kind),
            })),
          },
          { ...NO_PREVIOUS_STEPS, formId: taken },
          newIds,
        ),
      }),
  };
};

export const filesOf = (contents: OpenContents) =>
  new Map(contents.attachments.map((row) => [row.id, bytes(undefined, row.type)] as const));

/** Opens a store that has one draft. @param device the identifier of the phone that captured the draft, if it was imported */
export async function withDraft<Store extends RestorePort>(
  open: () => Promise<Store>,
  device?: string,
) {
  const store = await open();
  const own = draftContents();
  const submission = device === undefined ? own.submission : { ...own.submission, device };
  const contents = { ...own, submission };
  await store.restore(contents, filesOf(contents));
  return { store, contents, id: contents.draft.id };
}

/** Opens a store that has one queued submission with a form number. 'owner' holds the lease. */
export async function withQueued<Store extends RestorePort & SubmitPort & FormIds & Leases>(
  open: () => Promise<Store>,
  device?: string,
) {
  const { store, contents, id } = await withDraft(open, device);
  await store.addToPool(formId(uuid()), 0);
  const frozen = await store.freeze(freezeOf(contents));
  if (frozen.status !== 'frozen') throw new Error('not frozen');
  await store.acquireLease('owner', 0, 1000, false);
  return { store, contents, id, row: frozen.submission };
}
