import { isSignedByName, signerText } from '../../domain/forms/customer.ts';
import { fieldForServerKey, formOf } from '../../domain/forms/form-of.ts';
import { type WireBody, wireBody } from '../../domain/forms/wire-body.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { refusedFileOf, stepToConfirmByHand } from '../../domain/refusals.ts';
import type { SubmissionEvent } from '../../domain/submission-changes.ts';
import { canReturnToDraft, refusalOf, unlessEmpty } from '../../domain/submission-state.ts';
import { isFormStep, type ServerMessage, type Submission } from '../../domain/submission-types.ts';
import type { OpenContents } from '../../store/format/contents.ts';
import type { DraftRow } from '../../store/format/rows.ts';
import { areKeys, type StoredSubmission } from '../../store/format/submission-row.ts';
import type {
  Agents,
  FileBytes,
  OutboxState,
  SecretUpkeep,
  SubmissionReads,
  SubmitPort,
} from '../../store/outbox/outbox-port.ts';
import { DRAIN_LOCK, SHORT_SECONDS, withSubmitLock, withTimeLimit } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { writeCopyInTime } from '../second-copy/copy.ts';
import { deleteSecrets, deleteUnusedSecrets } from './secret-cleanup.ts';
import { hasCorrects, payloadOf, wantedFiles } from './submit.ts';

type ActionPorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy',
  SubmissionReads & FileBytes & SubmitPort & Agents
>;

type EndingPorts = ActionPorts & Uses<never, Pick<SecretUpkeep, 'deleteSecret'>>;

/**
 * 'Send now', for one submission or all. Ends every wait and sets attempts to 0. Photos may use any connection, except photos of another
 * agent, who decides about the data costs. The caller must start a drain.
 */
export async function sendNow(
  { store }: Uses<never, SubmissionReads & SubmitPort & OutboxState>,
  id?: SubmissionId,
): Promise<void> {
  await store.changeHold(() => null);
  const ids = id === undefined ? (await store.queued()).map((row) => row.id) : [id];
  const { sending } = await store.photoPolicy();
  for (const each of ids) {
    const sendsPhotos = sending !== 'always' && !(await isAnothers(store, each));
    const event: SubmissionEvent = { event: 'waitEnded', ...(sendsPhotos && { sendsPhotos }) };
    await store.change(each, (row) => (row.status === 'queued' ? event : null));
  }
}

async function isAnothers(
  store: Pick<SubmissionReads, 'belongsToOther' | 'row'>,
  id: SubmissionId,
): Promise<boolean> {
  const row = await store.row(id);
  return row !== undefined && store.belongsToOther(row);
}

export type ActionResult =
  | Readonly<{ status: 'done'; submission: Submission }>
  /** The submission's state does not allow the action. */
  | Readonly<{ status: 'refused' }>
  | Readonly<{ status: 'gone' }>;

const removeCopy = (ports: ActionPorts, id: SubmissionId): Promise<void> =>
  withTimeLimit(ports, ({ secondCopy }) => secondCopy.remove(id), SHORT_SECONDS);

/** Turns a submission back into a draft. Refused if any of its calls was ever sent. */
export async function backToDraft(ports: EndingPorts, id: SubmissionId): Promise<ActionResult> {
  const result = await withSubmitLock(ports, id, async (): Promise<ActionResult> => {
    const keys = (await ports.store.row(id))?.keys;
    const changed = await ports.store.change(id, (row) =>
      canReturnToDraft(row) ? { event: 'returnedToDraft', at: ports.clock.now() } : null,
    );
    if (changed.status !== 'changed')
      return { status: changed.status === 'gone' ? 'gone' : 'refused' };
    // Writes the copy again, or removes the copy if that fails: after a wipe it must not restore the draft as submitted.
    await writeCopyInTime(ports, id).catch(() => removeCopy(ports, id));
    if (areKeys(keys)) await deleteUnusedSecrets(ports, id, keys);
    return { status: 'done', submission: changed.submission };
  });
  return result ?? { status: 'refused' };
}

type EditPorts = Uses<'digest' | 'locationWithoutFix' | 'newId', SubmissionReads & SubmitPort>;

/**
 * True if the signature is not the sent one. The picture is made from the strokes and the name of a witness, so a later stroke or another
 * signer counts. Rows of older builds do not say who signed.
 */
function isSignedAnew({ draft, payload, strokes, submission }: OpenContents): boolean {
  const signer = payload?.signer;
  if (signer !== undefined && JSON.stringify(signer) !== signerText(draft.values)) return true;
  const submittedAt = submission.submittedAt ?? 0;
  const isLater = strokes.some(({ points }) => points.some(({ time }) => time > submittedAt));
  return !isSignedByName(draft.values) && (draft.signatureSize === null || isLater);
}

/** True if the draft is not what was last submitted: another body, other documents, or another signature. */
async function isEdited(ports: EditPorts, contents: OpenContents): Promise<boolean> {
  const { draft, payload, submission } = contents;
  const mayBeByAnother =
    payload?.signer === undefined &&
    isSignedByName(draft.values) &&
    draft.updatedAt > (submission.submittedAt ?? 0);
  const sent = submission.steps.flatMap(({ content }) =>
    'attachmentId' in content ? [content.attachmentId] : [],
  );
  const stored = contents.attachments.filter(({ kind }) => kind === 'signature');
  const wanted = [...wantedFiles(contents).map(({ row }) => row), ...stored].map(({ id }) => id);
  const files = new Set([...sent, ...wanted]);
  if (
    mayBeByAnother ||
    isSignedAnew(contents) ||
    files.size > new Set(sent).size ||
    files.size > wanted.length
  )
    return true;
  if (payload === null) return false;
  const unchanged = await payloadOf(ports, contents, hasCorrects(payload));
  return submission.steps.some(
    ({ content }) => isFormStep(content) && content.sha256 !== unchanged.sha256,
  );
}

/**
 * Marks a refused submission whose draft the agent changed. Then 'Send the rest' is not offered: it would send the form as it was. Returns
 * true if the draft is changed. A draft that cannot be read now is not marked. Removes the mark if the form is as it was sent again. A row
 * of an older build keeps its mark, because it does not say who signed.
 */
async function markIfEdited(ports: EditPorts, id: SubmissionId): Promise<boolean> {
  const contents = await ports.store.contents(id).catch(() => undefined);
  if (contents === undefined || contents === 'unreadable') return false;
  const { edited, ...unmarked } = contents.submission;
  if (stepToConfirmByHand(unmarked) === null) return false;
  const isOther =
    (edited === true && contents.payload?.signer === undefined) ||
    (await isEdited(ports, contents));
  const event = isOther ? 'edited' : 'changedBack';
  if (isOther !== (edited === true))
    await ports.store.change(id, (row) => (row.status === 'rejected' ? { event } : null));
  return isOther;
}

type RestResult =
  | ActionResult
  /** The agent changed the form meanwhile. Only Submit may send it. */
  | Readonly<{ status: 'edited' }>
  /** An earlier press queued it, or the agent submitted it meanwhile. */
  | Readonly<{ status: 'underWay' }>;

/**
 * 'Send the rest': counts the refused step as confirmed and queues the submission again. The caller must start a drain. The drain tries once more to write the second copy before it sends.
 */
export async function sendRest(
  ports: Pick<ActionPorts, 'clock' | 'lock' | 'store'> & EditPorts,
  id: SubmissionId,
): Promise<RestResult> {
  const result = await withSubmitLock(ports, id, async (): Promise<RestResult> => {
    if (await markIfEdited(ports, id)) return { status: 'edited' };
    const changed = await ports.store.queueAgain(id, (row) => {
      const step = stepToConfirmByHand(row);
      if (step === null) return null;
      return { event: 'confirmedByHand', stepId: step.id, at: ports.clock.now() };
    });
    if (changed.status === 'changed') return { status: 'done', submission: changed.submission };
    if (changed.status === 'gone') return { status: 'gone' };
    const isRefused = (await ports.store.row(id))?.status === 'rejected';
    return { status: isRefused ? 'refused' : 'underWay' };
  });
  return result ?? { status: 'refused' };
}

const answersIn = ({
  formData,
  ...beside
}: Partial<WireBody>): Readonly<Record<string, unknown>> => ({
  ...beside,
  ...formData,
});

/** True if the draft has no other location than the sent one. */
const isSamePlace = (
  { latitude, longitude }: Readonly<Record<string, unknown>>,
  location: DraftRow['location'],
): boolean =>
  location === null || (location.latitude === latitude && location.longitude === longitude);

/**
 * Returns the message without the answers and the location that the agent has changed since the last Submit. An earlier correction may
 * have changed them. Returns null if nothing is left, and for a file that is gone or a signature that is drawn again.
 */
function withoutChanged(message: ServerMessage, contents: OpenContents): ServerMessage | null {
  const { attachments, draft, payload } = contents;
  const { file, modelState } = message;
  const isFileLeft =
    file === undefined ||
    (file.part === 'signature'
      ? !isSignedAnew(contents)
      : attachments.some(({ id }) => id === file.attachmentId));
  if (!isFileLeft) return null;
  const form = formOf(draft.kind);
  const sent = payload === null ? null : answersIn(JSON.parse(payload.json));
  const now = answersIn(wireBody(form, draft.values, null, ''));
  const left = Object.entries(modelState).filter(([key]) => {
    const name = fieldForServerKey(form, key);
    if (sent === null || name === undefined) return true;
    return name === 'location' ? isSamePlace(sent, draft.location) : sent[name] === now[name];
  });
  return left.length < Object.keys(modelState).length
    ? unlessEmpty({ ...message, modelState: Object.fromEntries(left) })
    : message;
}

/** Stores the server's refusal where the form shows it. The submission stays refused until it is submitted again. */
export async function startCorrection(
  { store }: Uses<never, SubmissionReads & SubmitPort>,
  id: SubmissionId,
): Promise<ActionResult> {
  const submission = await store.submission(id);
  if (submission === undefined) return { status: 'gone' };
  if (submission === 'unreadable' || submission.status !== 'rejected') return { status: 'refused' };
  const message = refusalOf(submission);
  const file = refusedFileOf(submission);
  const said = message && file ? { ...message, file } : message;
  const contents = await store.contents(id);
  const isReadable = contents !== undefined && contents !== 'unreadable';
  await store.showServerMessage(id, said && isReadable ? withoutChanged(said, contents) : said);
  return { status: 'done', submission };
}

export type RemoveResult = Readonly<{
  /** 'sending': a call of the submission is in flight. 'busy': the submission is being submitted or copied. */
  status: 'removed' | 'sending' | 'busy' | 'gone';
}>;

/** Deletes all data of a draft, a receipt, or an undelivered submission. The person has confirmed the deletion. */
export async function removeSubmission(
  ports: EndingPorts,
  id: SubmissionId,
): Promise<RemoveResult> {
  return (await withSubmitLock(ports, id, () => removeLocked(ports, id))) ?? { status: 'busy' };
}

async function removeLocked(ports: EndingPorts, id: SubmissionId): Promise<RemoveResult> {
  const { lock, store } = ports;
  const row = await store.row(id);
  if (row === undefined || isIdle(row)) return removeWhole(ports, id, row, isIdle);
  // On a full disk a drain cannot record the end of its call. If no drain runs, no call is in flight. Then the agent may delete the form
  // to free space.
  const alone = lock.excludes
    ? await lock.ifFree(DRAIN_LOCK, () => removeWhole(ports, id, row, () => true))
    : null;
  return alone?.ran ? alone.value : { status: 'sending' };
}

/** Deletes the copy, the row and the secrets, if `allowed` accepts the current row. */
async function removeWhole(
  ports: EndingPorts,
  id: SubmissionId,
  row: StoredSubmission | undefined,
  allowed: (row: StoredSubmission) => boolean,
): Promise<RemoveResult> {
  const { store } = ports;
  // Deletes the copy first: otherwise the next start could restore the submission from it.
  await removeCopy(ports, id);
  const removed = await store.remove(id, allowed);
  if (removed === 'removed' && areKeys(row?.keys)) await deleteSecrets(ports, row.keys);
  if (removed !== 'refused') return { status: removed };
  // Writes the removed copy again. If that fails, the next start tries again.
  await writeCopyInTime(ports, id).catch(() => null);
  return { status: 'sending' };
}

/** True if the row says that no call of the submission is in flight. A damaged row without steps is idle too, so that it can be deleted. */
const isIdle = ({ status, steps }: StoredSubmission): boolean =>
  status !== 'queued' ||
  !Array.isArray(steps) ||
  !steps.some((step) => step?.state?.status === 'inFlight');

/**
 * Writes a draft's second copy, in case the browser loses the database. The form calls it when the section changes, when the page is
 * hidden, and when the form is left. A copy may be written already: then this one follows, because the draft may have changed since.
 * Ignores errors, also a full disk, because saving the draft itself reports them. Marks a refused form that was changed.
 */
export async function keepDraftCopy(
  ports: ActionPorts & EditPorts,
  id: SubmissionId,
): Promise<void> {
  await withSubmitLock(ports, id, async () => {
    const row = await ports.store.row(id);
    // The form may still be open after Submit. If it wrote a copy during the delivery, nobody would delete that copy.
    if (row?.status !== 'draft' && row?.status !== 'rejected') return;
    if (row.status === 'rejected') await markIfEdited(ports, id).catch(() => false);
    await writeCopyInTime(ports, id, SHORT_SECONDS).catch(() => null);
  });
}
