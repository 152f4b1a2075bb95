import type { UploadCall } from './forms/document-kinds.ts';
import { type FormKind, formKinds } from './forms/form-kinds.ts';
import type { AttachmentId, IdempotencyKey, StepId } from './ids.ts';
import { saysDocumentIsGone, staysInDoubt } from './refusals.ts';
import {
  isUpload,
  type ServerDocument,
  type Step,
  type StepContent,
  type Submission,
} from './submission-types.ts';

/** Makes the id and the idempotency key of a new step. Both are always new. */
export type NewStepIds = () => Readonly<{ id: StepId; key: IdempotencyKey }>;

export type WantedFile = Readonly<{
  attachmentId: AttachmentId;
  fileName: string;
  size: number;
  sha256: string;
}>;

export type Wanted = Readonly<{
  kind: FormKind;
  payloadSha256: string;
  signature: WantedFile;
  /** In the order of the table of document kinds. Files of one kind are in the order in which the agent added them. */
  documents: readonly (WantedFile & Readonly<{ call: UploadCall }>)[];
}>;

/** The state before this plan: empty, or the steps of an earlier Submit. */
export type PreviousSteps = Pick<Submission, 'formId' | 'steps' | 'documents'>;

export const NO_PREVIOUS_STEPS: PreviousSteps = { formId: null, steps: [], documents: {} };

export const newStep = (content: StepContent, newIds: NewStepIds): Step => ({
  ...newIds(),
  content,
  state: { status: 'pending' },
  attempts: 0,
});

/**
 * Decides the order of the calls: GetInfo (only without a formId), the form, the removals, the signature, the documents in the order
 * of the table of document kinds.
 *
 * For a corrected submission `before` is its row. A step with unchanged content keeps its id, its key and its state. A new step
 * replaces a refused step, because a backend that remembers keys would repeat the refusal. A document on the server that is no longer
 * wanted gets a RemoveDocument.
 */
export function planOf(wanted: Wanted, before: PreviousSteps, newIds: NewStepIds): readonly Step[] {
  const make = (content: StepContent): Step => {
    const same = before.steps.filter((step) => sameContent(step.content, content));
    const reusable = same.find(isReusable);
    if (reusable !== undefined) return reusable;
    const step = newStep(content, newIds);
    // The browser may have sent the refused removal twice. Then the second one found nothing to remove, and so will the next one.
    const isGone = ({ state }: Step): boolean =>
      content.call === 'RemoveDocument' &&
      state.status === 'rejected' &&
      saysDocumentIsGone(state.message);
    return same.some((refused) => isGone(refused) || staysInDoubt(refused))
      ? { ...step, doubted: true }
      : step;
  };
  const uploads = wanted.documents.map(({ call, attachmentId, fileName, size, sha256 }) =>
    make({ call, attachmentId, fileName, size, sha256 }),
  );
  const form: StepContent = { call: formKinds[wanted.kind].call, sha256: wanted.payloadSha256 };
  return [
    ...(before.formId === null ? [make({ call: 'GetInfo' })] : []),
    make(form),
    ...removalsOf(wanted, before).map(make),
    make({ call: 'SaveSignature', ...fileOf(wanted.signature) }),
    ...uploads,
  ];
}

/** The plan for a new formId. It sends all content again, with new keys, because each call now contains another formId. */
export const planWithNewFormId = (
  { steps }: Pick<Submission, 'steps'>,
  newIds: NewStepIds,
): readonly Step[] => [
  newStep({ call: 'GetInfo' }, newIds),
  ...steps
    .filter(
      ({ content: { call }, isLook }) => call !== 'GetInfo' && call !== 'RemoveDocument' && !isLook,
    )
    .map(({ content }) => newStep(content, newIds)),
];

const fileOf = ({ attachmentId, fileName, size, sha256 }: WantedFile): WantedFile => ({
  attachmentId,
  fileName,
  size,
  sha256,
});

/** False for a refused step and for a verification upload (`isLook`). */
const isReusable = (step: Step): boolean =>
  step.state.status !== 'rejected' && step.isLook !== true;

function removalsOf(wanted: Wanted, before: PreviousSteps): readonly StepContent[] {
  const names = new Set(wanted.documents.map((file) => sameName(file.fileName)));
  const all = Object.values(before.documents).flat();
  const kept = new Set(
    all.filter(({ name }) => names.has(sameName(name))).map(({ formFileId }) => sameId(formFileId)),
  );
  const removals = before.steps
    .map((step) => step.content)
    .filter((content) => content.call === 'RemoveDocument');
  const known = new Set(removals.map((content) => content.formFileId));
  for (const { content, state } of before.steps) {
    if (!isUpload(content) || state.status === 'pending') continue;
    if (names.has(sameName(content.fileName))) continue;
    for (const document of before.documents[content.call] ?? []) {
      const { formFileId, name } = document;
      if (sameName(name) !== sameName(content.fileName)) continue;
      if (known.has(formFileId) || kept.has(sameId(formFileId))) continue;
      known.add(formFileId);
      removals.push({
        call: 'RemoveDocument',
        formFileId,
        fileName: content.fileName,
        of: content.call,
      });
    }
  }
  return removals;
}

/** Servers may change the case and the Unicode form of file names. Our names stay different, because their hex digits differ. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase();

const isInteger = (text: string): boolean => /^\d{1,15}$/.test(text);

/** The id in the form that is compared: '7' and '07' are the same id. */
export const sameId = (formFileId: string): string =>
  isInteger(formFileId) ? String(Number(formFileId)) : formFileId;

/** Orders ids: numbers by value, other ids as text. Every drain must find the same smallest id. */
export function byFormFileId(one: ServerDocument, other: ServerDocument): number {
  const [a, b] = [one.formFileId, other.formFileId];
  if (isInteger(a) && isInteger(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

const sameContent = (one: StepContent, other: StepContent): boolean => {
  if (one.call !== other.call) return false;
  if (one.call === 'RemoveDocument')
    return other.call === 'RemoveDocument' && one.formFileId === other.formFileId;
  if (one.call === 'GetInfo' || other.call === 'GetInfo') return true;
  if ('attachmentId' in one)
    return (
      'attachmentId' in other &&
      one.attachmentId === other.attachmentId &&
      one.sha256 === other.sha256
    );
  return 'sha256' in other && one.sha256 === other.sha256;
};
