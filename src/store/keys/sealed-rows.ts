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
  encryptedOriginal,
  isEncrypted,
  isNumber,
  isObject,
  isSealed,
  isText,
  listOf,
  objectOf,
  rememberOriginal,
  type Shape,
} from '../format/shape.ts';
import { isMessage, isPersonal, type StoredSubmission } from '../format/submission-row.ts';

/** The key of a submission. Undefined: an older version wrote the submission unencrypted. */
export type RowKey = DataKey | undefined;

/*
 * Encrypts and decrypts rows. The row's id is authenticated, so a value copied to another row does not decrypt. If the key is
 * `undefined`, an older version wrote the row unencrypted. Do not call these functions inside a transaction.
 */

const context = {
  draft: (id: SubmissionId) => `veld/1/draft/${id}`,
  summary: (id: SubmissionId) => `veld/1/summary/${id}`,
  stroke: (id: SubmissionId, index: number) => `veld/1/stroke/${id}/${index}`,
  name: (id: AttachmentId) => `veld/1/name/${id}`,
  body: (id: SubmissionId) => `veld/1/body/${id}`,
  message: (id: StepId) => `veld/1/message/${id}`,
};

const sealJson = (key: DataKey, at: string, value: unknown): Promise<Bytes> =>
  key.seal(at, bytesOf(JSON.stringify(value)));

/** Returns undefined if the value does not decrypt or has another shape. */
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
  const sealed = await sealJson(key, context.draft(id), content);
  return { id, formVersion, revision, updatedAt, sealed };
}

/** Returns the draft as an older build would have written it, for `decodeDraft`. Returns undefined if it does not decrypt. */
export async function openDraft(key: RowKey, row: StoredDraft): Promise<StoredDraft | undefined> {
  if (key === undefined || row.sealed === undefined) return row;
  const { sealed, ...clear } = row;
  const content = await openJson(key, context.draft(row.id), sealed, isObject);
  return content && { ...content, ...clear };
}

const arePoints: Shape<StrokeRow['points']> = listOf(
  objectOf({ x: isNumber, y: isNumber, time: isNumber }),
);

export async function sealStroke(key: RowKey, row: StrokeRow): Promise<StoredStroke> {
  if (key === undefined) return row;
  const { index, points, submissionId } = row;
  const sealed = await sealJson(key, context.stroke(submissionId, index), points);
  return { submissionId, index, sealed };
}

/** Returns undefined if the stroke does not decrypt. */
export async function openStroke(key: RowKey, row: StoredStroke): Promise<StrokeRow | undefined> {
  if (row.sealed === undefined) return row;
  const { index, sealed, submissionId } = row;
  const points =
    key && (await openJson(key, context.stroke(submissionId, index), sealed, arePoints));
  return points && { submissionId, index, points };
}

export type SealedBytes = Readonly<{
  bytes: Blob;
  /** Null for an unencrypted file. */
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
    sealedName: await key.seal(context.name(row.id), bytesOf(originalName)),
  };
}

/** Decrypts a file. Returns undefined if the bytes do not decrypt. Rejects if the bytes can't be read. */
export async function openBytes(
  key: RowKey,
  row: StoredAttachment,
  bytes: Blob,
): Promise<Blob | undefined> {
  if (row.sealedName === undefined) return bytes;
  return (key && (await key.openFile(row.id, bytes, row.type))) ?? undefined;
}

/** If the original name does not decrypt, uses the name on the wire, because the file may be intact. */
export async function openAttachment(key: RowKey, row: StoredAttachment): Promise<AttachmentRow> {
  if (row.sealedName === undefined) return row;
  const { sealedName, sealedSha256: _, sealedSize: __, ...facts } = row;
  const name = key && (await key.open(context.name(row.id), sealedName));
  return { ...facts, originalName: name ? new TextDecoder().decode(name) : row.fileName };
}

export async function sealPayload(key: RowKey, payload: PayloadRow): Promise<StoredPayload> {
  const { id, sha256, ...body } = payload;
  if (key === undefined) return payload;
  return { id, sha256, sealed: await sealJson(key, context.body(id), body) };
}

/** The signer is not checked: a signer of another shape only counts as another signer. */
const isBody = objectOf({ json: isText, salt: isText }) as Shape<Omit<PayloadRow, 'id' | 'sha256'>>;

/** Returns undefined if the payload does not decrypt. */
export async function openPayload(
  key: RowKey,
  row: StoredPayload,
): Promise<PayloadRow | undefined> {
  if (row.sealed === undefined) return { ...row, salt: row.salt ?? '' };
  const { id, sealed, sha256 } = row;
  const body = key && (await openJson(key, context.body(id), sealed, isBody));
  return body && { id, sha256, ...body };
}

/** True if the customer's columns decrypt. */
export const opensPersonal = async (
  key: DataKey,
  { id, sealed }: StoredSubmission,
): Promise<boolean> => (await openJson(key, context.summary(id), sealed, isPersonal)) !== undefined;

/** Caches the plain values by their encrypted bytes, so that a save can compare them without decrypting. */
const sealedHere = new WeakMap<Bytes, Personal>();

/** Returns the row with the current customer's data. Encrypts the data again only if it changed. */
export async function withPersonal(
  key: RowKey,
  row: StoredSubmission,
  personal: Personal,
): Promise<StoredSubmission> {
  if (key === undefined) return { ...row, ...personal };
  const at = context.summary(row.id);
  const known = isSealed(row.sealed) ? sealedHere.get(row.sealed) : undefined;
  const before = known ?? (await openJson(key, at, row.sealed, isPersonal));
  const isSame = before !== undefined && isSameRow(before, personal);
  const sealed = isSame ? row.sealed : await sealJson(key, at, personal);
  if (isSealed(sealed)) sealedHere.set(sealed, personal);
  return { ...row, sealed };
}

/** Decrypts the customer and the server's messages. A value that does not decrypt stays encrypted and is written back unchanged. */
export async function openSubmission<S extends Submission>(
  key: DataKey,
  submission: S,
): Promise<S> {
  const { id, personal, steps } = submission;
  return {
    ...submission,
    personal: personal && (await decrypted(key, context.summary(id), personal, isPersonal)),
    steps: await Promise.all(
      steps.map((step) =>
        withMessage(step, (message) =>
          decrypted(key, context.message(step.id), message, isMessage),
        ),
      ),
    ),
  };
}

/**
 * Encrypts the changed values, so that the row can be encoded. Without a key the row is from an older version and stays unencrypted.
 */
export async function sealSubmission<S extends Submission>(key: RowKey, submission: S): Promise<S> {
  if (key === undefined) return submission;
  const { id, personal, steps } = submission;
  return {
    ...submission,
    personal: personal && (await sealedOnce(key, context.summary(id), personal)),
    steps: await Promise.all(
      steps.map((step) =>
        withMessage(step, (message) => sealedOnce(key, context.message(step.id), message)),
      ),
    ),
  };
}

async function decrypted<Value extends Personal | ServerMessage>(
  key: DataKey,
  at: string,
  value: Value,
  shape: Shape<Value>,
): Promise<Value> {
  const form = isEncrypted(value) ? encryptedOriginal(value) : undefined;
  const plain = form && (await openJson(key, at, form, shape));
  return form && plain ? rememberOriginal(plain, form) : value;
}

/** Encrypts a new value. Returns a copy: submissions share the objects of the app's own messages, but each has its own key. */
async function sealedOnce<Value extends Personal | ServerMessage>(
  key: DataKey,
  at: string,
  value: Value,
): Promise<Value> {
  return encryptedOriginal(value) === undefined
    ? rememberOriginal({ ...value }, await sealJson(key, at, value))
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
