import type { AttachmentId, StepId, SubmissionId } from '../../domain/ids.ts';
import type { Personal, ServerMessage, Step, Submission } from '../../domain/submission-types.ts';
import { type Bytes, bytesOf } from '../../seal/bytes.ts';
import type { DataKey } from '../../seal/key-hierarchy.ts';
import { isSameRow } from '../db/transactions.ts';
import type {
  AttachmentRow,
  DraftRow,
  PayloadRow,
  StoredAttachment,
  StoredDraft,
  StoredPayload,
  StoredStroke,
  StrokeRow,
} from '../format/rows.ts';
import {
  isClosed,
  isNumber,
  isObject,
  isSealed,
  isText,
  knownAs,
  listOf,
  objectOf,
  type Shape,
  sealedFormOf,
} from '../format/shape.ts';
import { isMessage, isPersonal, type StoredSubmission } from '../format/submission-row.ts';

/** The key of what belongs to one submission; undefined: it is an older build's, and lies in the clear. */
export type RowKey = DataKey | undefined;

/*
 * Rows as they are sealed and opened, each at its own place: what is moved to another row does not open there. Where there is no
 * key (undefined) the form is an older build's and lies in the clear, as do the rows that belong to it.
 * Nothing of this may run inside a transaction.
 */

const place = {
  draft: (id: SubmissionId) => `veld/1/draft/${id}`,
  summary: (id: SubmissionId) => `veld/1/summary/${id}`,
  stroke: (id: SubmissionId, index: number) => `veld/1/stroke/${id}/${index}`,
  name: (id: AttachmentId) => `veld/1/name/${id}`,
  body: (id: SubmissionId) => `veld/1/body/${id}`,
  message: (id: StepId) => `veld/1/message/${id}`,
};

const sealJson = (key: DataKey, at: string, value: unknown): Promise<Bytes> =>
  key.seal(at, bytesOf(JSON.stringify(value)));

/** undefined: it does not open, or is not what it should be. */
async function openJson<T>(
  key: DataKey,
  at: string,
  sealed: unknown,
  shape: Shape<T>,
): Promise<T | undefined> {
  const plain = isSealed(sealed) ? await key.open(at, sealed) : null;
  if (plain === null) return undefined;
  const value: unknown = JSON.parse(new TextDecoder().decode(plain));
  return shape(value) ? value : undefined;
}

export async function sealDraft(key: RowKey, draft: DraftRow): Promise<StoredDraft> {
  if (key === undefined) return draft;
  const { id, formVersion, revision, updatedAt, ...content } = draft;
  const sealed = await sealJson(key, place.draft(id), content);
  return { id, formVersion, revision, updatedAt, sealed };
}

/** As an older build would have written it, for `decodeDraft`; undefined: it does not open. */
export async function openDraft(key: RowKey, row: StoredDraft): Promise<StoredDraft | undefined> {
  if (key === undefined || row.sealed === undefined) return row;
  const { sealed, ...clear } = row;
  const content = await openJson(key, place.draft(row.id), sealed, isObject);
  return content && { ...content, ...clear };
}

const arePoints: Shape<StrokeRow['points']> = listOf(
  objectOf({ x: isNumber, y: isNumber, time: isNumber }),
);

export async function sealStroke(key: RowKey, row: StrokeRow): Promise<StoredStroke> {
  if (key === undefined) return row;
  const { index, points, submissionId } = row;
  const sealed = await sealJson(key, place.stroke(submissionId, index), points);
  return { submissionId, index, sealed };
}

/** undefined: it does not open. */
export async function openStroke(key: RowKey, row: StoredStroke): Promise<StrokeRow | undefined> {
  if (row.sealed === undefined) return row;
  const { index, sealed, submissionId } = row;
  const points = key && (await openJson(key, place.stroke(submissionId, index), sealed, arePoints));
  return points && { submissionId, index, points };
}

/** A file's bytes as they are to lie on the disk, and what its row says of them. */
export type SealedBytes = Readonly<{
  bytes: Blob;
  /** null: they are as they were captured. */
  sealed: Pick<StoredAttachment & { sealedName: Bytes }, 'sealedSize' | 'sealedSha256'> | null;
}>;

export async function sealBytes(
  key: RowKey,
  id: AttachmentId,
  plain: Blob,
  digest: (bytes: Blob) => Promise<string>,
): Promise<SealedBytes> {
  if (key === undefined) return { bytes: plain, sealed: null };
  const bytes = await key.sealFile(id, plain);
  return { bytes, sealed: { sealedSize: bytes.size, sealedSha256: await digest(bytes) } };
}

export async function sealAttachment(
  key: RowKey,
  row: AttachmentRow,
  { sealed }: SealedBytes,
): Promise<StoredAttachment> {
  if (key === undefined || sealed === null) return row;
  const { originalName, ...facts } = row;
  return {
    ...facts,
    ...sealed,
    sealedName: await key.seal(place.name(row.id), bytesOf(originalName)),
  };
}

/** Rejects where the bytes can't be read; undefined: they do not open. */
export async function openBytes(
  key: RowKey,
  row: StoredAttachment,
  bytes: Blob,
): Promise<Blob | undefined> {
  if (row.sealedName === undefined) return bytes;
  return (key && (await key.openFile(row.id, bytes, row.type))) ?? undefined;
}

/** A name that does not open is replaced by the one on the wire: the file may be as sound as ever. */
export async function openAttachment(key: RowKey, row: StoredAttachment): Promise<AttachmentRow> {
  if (row.sealedName === undefined) return row;
  const { sealedName, sealedSha256: _, sealedSize: __, ...facts } = row;
  const name = key && (await key.open(place.name(row.id), sealedName));
  return { ...facts, originalName: name ? new TextDecoder().decode(name) : row.fileName };
}

export async function sealPayload(
  key: RowKey,
  { id, json, salt, sha256 }: PayloadRow,
): Promise<StoredPayload> {
  if (key === undefined) return { id, json, salt, sha256 };
  return { id, sha256, sealed: await sealJson(key, place.body(id), { json, salt }) };
}

const isBody = objectOf({ json: isText, salt: isText });

/** undefined: it does not open. */
export async function openPayload(
  key: RowKey,
  row: StoredPayload,
): Promise<PayloadRow | undefined> {
  if (row.sealed === undefined) return { ...row, salt: row.salt ?? '' };
  const { id, sealed, sha256 } = row;
  const body = key && (await openJson(key, place.body(id), sealed, isBody));
  return body && { id, sha256, ...body };
}

/** Whether what its row says of its customer opens. */
export const opensPersonal = async (
  key: DataKey,
  { id, sealed }: StoredSubmission,
): Promise<boolean> => (await openJson(key, place.summary(id), sealed, isPersonal)) !== undefined;

/** What was sealed here last, by its sealed form and as long as that is held: a keystroke need not open it to see that it is the same. */
const sealedHere = new WeakMap<Bytes, Personal>();

/** A row with what is known of its customer now; sealed anew only where that changed. */
export async function withPersonal(
  key: RowKey,
  row: StoredSubmission,
  personal: Personal,
): Promise<StoredSubmission> {
  if (key === undefined) return { ...row, ...personal };
  const at = place.summary(row.id);
  const known = isSealed(row.sealed) ? sealedHere.get(row.sealed) : undefined;
  const before = known ?? (await openJson(key, at, row.sealed, isPersonal));
  const isSame = before !== undefined && isSameRow(before, personal);
  const sealed = isSame ? row.sealed : await sealJson(key, at, personal);
  if (isSealed(sealed)) sealedHere.set(sealed, personal);
  return { ...row, sealed };
}

/**
 * Its customer, and what the server said of its steps, as they are. What does not open stays closed, and is written again as it lies
 * there.
 */
export async function openSubmission<S extends Submission>(
  key: DataKey,
  submission: S,
): Promise<S> {
  const { id, personal, steps } = submission;
  return {
    ...submission,
    personal: personal && (await opened(key, place.summary(id), personal, isPersonal)),
    steps: await Promise.all(
      steps.map((step) =>
        withMessage(step, (message) => opened(key, place.message(step.id), message, isMessage)),
      ),
    ),
  };
}

/** The same with what of it is new sealed, so that it can be encoded. Without a key it is an older build's, and stays in the clear. */
export async function sealSubmission<S extends Submission>(key: RowKey, submission: S): Promise<S> {
  if (key === undefined) return submission;
  const { id, personal, steps } = submission;
  return {
    ...submission,
    personal: personal && (await sealedOnce(key, place.summary(id), personal)),
    steps: await Promise.all(
      steps.map((step) =>
        withMessage(step, (message) => sealedOnce(key, place.message(step.id), message)),
      ),
    ),
  };
}

async function opened<Value extends Personal | ServerMessage>(
  key: DataKey,
  at: string,
  value: Value,
  shape: Shape<Value>,
): Promise<Value> {
  const form = isClosed(value) ? sealedFormOf(value) : undefined;
  const plain = form && (await openJson(key, at, form, shape));
  return form && plain ? knownAs(plain, form) : value;
}

/** A copy, as the app's own messages are said of many submissions, and each has its own key. */
async function sealedOnce<Value extends Personal | ServerMessage>(
  key: DataKey,
  at: string,
  value: Value,
): Promise<Value> {
  return sealedFormOf(value) === undefined
    ? knownAs({ ...value }, await sealJson(key, at, value))
    : value;
}

async function withMessage(
  step: Step,
  change: (message: ServerMessage) => Promise<ServerMessage>,
): Promise<Step> {
  const { state } = step;
  return state.status === 'rejected'
    ? { ...step, state: { ...state, message: await change(state.message) } }
    : step;
}
