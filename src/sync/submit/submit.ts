import { checkAll } from '../../domain/forms/check.ts';
import { customerName, signerOf } from '../../domain/forms/customer.ts';
import type { UploadCall } from '../../domain/forms/document-kinds.ts';
import { filesOf, type Issue, sectionsOf } from '../../domain/forms/form.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { wireFileName } from '../../domain/forms/sent-files.ts';
import { wireBody } from '../../domain/forms/wire-body.ts';
import { attachmentId, idempotencyKey, type SubmissionId, stepId } from '../../domain/ids.ts';
import { type NewStepIds, NO_PREVIOUS_STEPS, planOf, type Wanted } from '../../domain/plan.ts';
import { maySendRest } from '../../domain/refusals.ts';
import { advance } from '../../domain/submission.ts';
import { canUndoSubmit } from '../../domain/submission-state.ts';
import { isFormStep, type Submission } from '../../domain/submission-types.ts';
import { isQuotaError } from '../../store/db/transactions.ts';
import { captureOf } from '../../store/drafts/draft-content.ts';
import { countByKind } from '../../store/drafts/draft-tables.ts';
import type { OpenContents } from '../../store/format/contents.ts';
import type { AttachmentRow, PayloadRow } from '../../store/format/rows.ts';
import type {
  Agents,
  FileBytes,
  FreezeRequest,
  FreezeResult,
  SecretUpkeep,
  SubmissionReads,
  SubmitPort,
} from '../../store/outbox/outbox-port.ts';
import { withSubmitLock } from '../locks.ts';
import type { SyncPorts, Uses } from '../ports/ports.ts';
import { writeCopyInTime } from '../second-copy/copy.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';
import { deleteUnusedSecrets } from './secret-cleanup.ts';

export const newStepIds =
  ({ newId }: Pick<SyncPorts, 'newId'>): NewStepIds =>
  () => ({ id: stepId(newId()), key: idempotencyKey(newId()) });

type SubmitPorts = Uses<
  'accepts' | 'clock' | 'digest' | 'locationWithoutFix' | 'lock' | 'secondCopy' | 'newId',
  SubmissionReads & FileBytes & SubmitPort & Agents & Pick<SecretUpkeep, 'deleteSecret'>
>;

export type SubmitResult =
  /** The submission is in the database. It is also in the second copy, unless the second copy is absent, late or broken. */
  | Readonly<{ status: 'saved'; submission: Submission }>
  | Readonly<{ status: 'invalid'; problems: readonly Issue[] }>
  /** These files are unreadable, and the person must add them again. Nothing was submitted. */
  | Readonly<{ status: 'unreadable'; files: readonly AttachmentRow[] }>
  /** The draft is unchanged. `quota`: the device is full. `device`: the device did not store the data, or was busy too long. */
  | Readonly<{ status: 'notSaved'; reason: 'quota' | 'device' }>
  | Readonly<{ status: 'alreadySubmitted' }>
  | Readonly<{ status: 'gone' }>;

/** The highest number of tries if another tab changes the draft each time. */
const MAX_READS = 5;

/**
 * Submits a draft or a corrected submission in one strict transaction. Then writes the second copy, reads it back and compares it. The
 * result 'saved' comes after that. `makeSecondCopy` says what happens if the second copy fails.
 * @param signature PNG of the strokes; null if the strokes did not change, which keeps the stored signature
 */
export async function submit(
  ports: SubmitPorts,
  id: SubmissionId,
  signature: Blob | null,
): Promise<SubmitResult> {
  const result = await withSubmitLock(ports, id, () => submitLocked(ports, id, signature));
  return result ?? { status: 'notSaved', reason: 'device' };
}

async function submitLocked(
  ports: SubmitPorts,
  id: SubmissionId,
  signature: Blob | null,
): Promise<SubmitResult> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const contents = await ports.store.contents(id);
    if (contents === undefined)
      return { status: (await ports.store.row(id)) ? 'alreadySubmitted' : 'gone' };
    // Another version of the app may have written the draft meanwhile.
    if (contents === 'unreadable') return { status: 'notSaved', reason: 'device' };
    const { status } = contents.submission;
    if (status === 'queued') return { status: 'alreadySubmitted' };
    const result = await freezeAndCopy(ports, contents, signature);
    if (result !== 'changed') return result;
  }
  return { status: 'notSaved', reason: 'device' };
}

async function freezeAndCopy(
  ports: SubmitPorts,
  contents: OpenContents,
  drawn: Blob | null,
): Promise<SubmitResult | 'changed'> {
  const signature = await signatureOf(ports, contents, drawn);
  const files = wantedFiles(contents);
  const problems = problemsOf(contents, files, signature !== null);
  if (problems.length > 0 || signature === null) return { status: 'invalid', problems };

  const unreadable: AttachmentRow[] = [];
  for (const row of [...files.map((file) => file.row), ...(signature.bytes ? [] : [signature.row])])
    if (!(await isReadable(ports, contents, row))) unreadable.push(row);
  if (unreadable.length > 0) return { status: 'unreadable', files: unreadable };

  const payload = await payloadOf(ports, contents, await namesReturned(ports, contents));
  const request: FreezeRequest = {
    ...freezeRequest(ports, contents, payload, files, signature),
    attachments: contents.attachments.map((row) => row.id),
  };
  try {
    const frozen = await ports.store.freeze(request);
    if (frozen.status !== 'frozen') return frozen.status === 'changed' ? 'changed' : frozen;
    return await makeSecondCopy(ports, contents, frozen);
  } catch (error) {
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota' };
    throw error;
  }
}

type Signature = Readonly<{ row: AttachmentRow; bytes: Blob | null }>;

/** Returns the signature to send: the drawn one, or the stored one if the pictures are equal. Returns null if there is none. */
async function signatureOf(
  ports: SubmitPorts,
  contents: OpenContents,
  drawn: Blob | null,
): Promise<Signature | null> {
  const { attachments, submission } = contents;
  const stored = attachments.find((row) => row.kind === 'signature');
  if (drawn === null) return stored === undefined ? null : { row: stored, bytes: null };
  const { clock, digest, newId } = ports;
  const sha256 = await digest(drawn);
  if (stored?.sha256 === sha256)
    // The same strokes make the same picture. If the stored picture is unreadable, the drawn picture replaces it.
    return { row: stored, bytes: (await isReadable(ports, contents, stored)) ? null : drawn };
  const id = attachmentId(newId());
  const fileName = wireFileName('signature', id, 'image/png');
  const row: AttachmentRow = {
    id,
    submissionId: submission.id,
    kind: 'signature',
    fileName,
    originalName: fileName,
    type: 'image/png',
    size: drawn.size,
    sha256,
    sequence: 1,
    addedAt: clock.now(),
  };
  return { row, bytes: drawn };
}

type WantedRow = Readonly<{ row: AttachmentRow; call: UploadCall }>;

/** The files that this customer needs. Kinds are in the order of the table, files of a kind in the order in which they were added. */
export function wantedFiles({ attachments, draft }: OpenContents): readonly WantedRow[] {
  return sectionsOf(formOf(draft.kind), draft.values)
    .flatMap((section) => filesOf(section, draft.values))
    .flatMap(({ call, kind }) =>
      attachments
        .filter((row) => row.kind === kind)
        .sort((one, other) => one.sequence - other.sequence)
        .map((row) => ({ row, call })),
    );
}

function problemsOf(
  { draft }: OpenContents,
  files: readonly WantedRow[],
  hasSignature: boolean,
): readonly Issue[] {
  const fileCounts = countByKind(files.map(({ row }) => row));
  return checkAll(formOf(draft.kind), captureOf(draft, { fileCounts, hasSignature })).flatMap(
    ({ problems }) => problems.filter(({ level }) => level === 'error'),
  );
}

async function isReadable(
  ports: SubmitPorts,
  { submission }: OpenContents,
  row: AttachmentRow,
): Promise<boolean> {
  const verified = await verifyBytes(ports, submission, row);
  if (verified?.copy) await ports.store.putBytes(row.id, verified.copy);
  return verified !== null;
}

/** True if the frozen body names the returned form that it corrects. */
export const hasCorrects = (payload: PayloadRow | null): boolean =>
  payload !== null && 'corrects' in JSON.parse(payload.json);

/**
 * True if the new body names the returned form. Only if the newest answer of the backend accepts the word. Not after a refusal of the
 * whole body with it: the backend may not know the word any more.
 */
async function namesReturned(
  { accepts }: Pick<SubmitPorts, 'accepts'>,
  { payload, submission }: OpenContents,
): Promise<boolean> {
  const { corrects, kind, steps } = submission;
  if (corrects === undefined || (await accepts('corrects')) !== true) return false;
  const isRefused = steps.some(
    ({ content, state }) =>
      isFormStep(content) &&
      state.status === 'rejected' &&
      state.message.httpStatus !== 200 &&
      maySendRest(kind, content.call, state.message),
  );
  return !(isRefused && hasCorrects(payload));
}

/**
 * The body of the form's call, as text without the formId, so that every attempt sends the same bytes. A new Submit uses the salt of the
 * earlier one. So an unchanged body has the same hash and is not sent again.
 */
export async function payloadOf(
  {
    digest,
    locationWithoutFix,
    newId,
  }: Pick<SubmitPorts, 'digest' | 'locationWithoutFix' | 'newId'>,
  { draft, payload, submission }: OpenContents,
  isNamed: boolean,
): Promise<PayloadRow> {
  const { id, kind, location, values } = draft;
  const { formId: _, ...body } = wireBody(formOf(kind), values, location ?? locationWithoutFix, '');
  // `corrects` is absent from the text if it is undefined.
  const json = JSON.stringify({ ...body, corrects: isNamed ? submission.corrects : undefined });
  const salt = payload?.salt ?? newId();
  return { id, json, salt, sha256: await digest(salt + json), signer: signerOf(values) };
}

function freezeRequest(
  { clock, newId }: SubmitPorts,
  { draft }: OpenContents,
  payload: PayloadRow,
  files: readonly WantedRow[],
  signature: Signature,
): Omit<FreezeRequest, 'attachments'> {
  const { id, kind, revision, values } = draft;
  const wanted: Wanted = {
    kind,
    payloadSha256: payload.sha256,
    signature: wantedFile(signature.row),
    documents: files.map(({ row, call }) => ({ ...wantedFile(row), call })),
  };
  const { bytes, row } = signature;
  return {
    id,
    revision,
    payload,
    signature: bytes === null ? null : { row, bytes },
    freeze: (before, formId) =>
      advance(before, {
        event: 'submitted',
        at: clock.now(),
        formId,
        customerName: customerName(values),
        steps: planOf(
          wanted,
          formId === before.formId ? before : { ...NO_PREVIOUS_STEPS, formId },
          newStepIds({ newId }),
        ),
      }),
  };
}

const wantedFile = ({ fileName, id, sha256, size }: AttachmentRow) => ({
  attachmentId: id,
  fileName,
  size,
  sha256,
});

type Frozen = Extract<FreezeResult, { status: 'frozen' }>;

/** Writes the second copy. If the disk is full or does not store the copy, undoes the Submit. */
async function makeSecondCopy(
  ports: SubmitPorts,
  { attachments, draft }: OpenContents,
  { before, submission }: Frozen,
): Promise<SubmitResult> {
  const { id } = draft;
  const written = await writeCopyInTime(ports, id).catch((error: unknown) =>
    isQuotaError(error) ? ('quota' as const) : ('broken' as const),
  );
  // The next drain tries once more to write the copy. If that fails too, it sends without a copy.
  if (written !== 'broken' && written !== 'quota' && written.status === 'late')
    return { status: 'saved', submission };
  // If the second copy fails for another reason, the Submit continues, because the database has the submission on the disk.
  if (written === 'broken' || (written !== 'quota' && written.status === 'written')) {
    const mirrored = await ports.store.change(id, (row) =>
      row.status === 'queued' && row.mirrored === false ? { event: 'mirrored' } : null,
    );
    return 'submission' in mirrored
      ? { status: 'saved', submission: mirrored.submission }
      : { status: 'gone' };
  }
  const undone = await ports.store.change(id, (row) =>
    canUndoSubmit(row) ? { event: 'submitUndone', at: ports.clock.now(), before } : null,
  );
  if (undone.status === 'refused') return { status: 'saved', submission: undone.submission };
  await deleteUnusedSecrets(ports, id, submission.keys);
  await ports.store.showServerMessage(id, draft.serverMessage);
  if (written === 'quota') return { status: 'notSaved', reason: 'quota' };
  if (written.status === 'gone') return { status: 'gone' };
  const damaged = new Set(written.files.map((row) => row.id));
  const files = attachments.filter((row) => damaged.has(row.id));
  return files.length > 0
    ? { status: 'unreadable', files }
    : { status: 'notSaved', reason: 'device' };
}
