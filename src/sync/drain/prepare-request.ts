import type { AttemptId, FormId, SubmissionId } from '../../domain/ids.ts';
import { localMessage } from '../../domain/refusals.ts';
import type {
  BegunUpload,
  ServerMessage,
  Step,
  StepContent,
  Submission,
} from '../../domain/submission-types.ts';
import { isConnectionLost } from '../../store/db/transactions.ts';
import type { OutboxState, RecordPort, RepairPort } from '../../store/outbox/outbox-port.ts';
import type { ApiRequest, CallOptions, Uses } from '../ports/ports.ts';
import type { CopyPorts } from '../second-copy/copy.ts';
import { repairFromCopy } from '../second-copy/repair.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';
import type { ConnectionSpeed } from './concurrency.ts';
import type { Lease } from './lease.ts';

/** The call of a step, or the person's message if the step's content is lost. */
export type PreparedRequest =
  | Readonly<{ status: 'ready'; request: ApiRequest; bytes: number }>
  | Readonly<{ status: 'lost'; message: ServerMessage }>;

type PreparePorts = CopyPorts & Uses<'clock', RepairPort>;
type FileContent = Extract<StepContent, { attachmentId: unknown }>;

export async function prepareRequest(
  ports: PreparePorts,
  submission: Submission,
  step: Step,
): Promise<PreparedRequest> {
  const { content } = step;
  if (content.call === 'GetInfo')
    return { status: 'ready', request: { call: 'GetInfo' }, bytes: 0 };
  const formId = formIdOf(submission);
  const { kind } = submission;
  if (content.call === 'RemoveDocument') {
    const { call, formFileId } = content;
    return { status: 'ready', request: { call, kind, formId, formFileId }, bytes: 0 };
  }
  if ('attachmentId' in content) {
    const file = await fileOf(ports, submission, content);
    if (file === null) return lostFile(content, await nameOf(ports, submission, content));
    const { call, fileName, size } = content;
    return { status: 'ready', request: { call, kind, formId, file, fileName }, bytes: size };
  }
  const json = await bodyOf(ports, submission.id, content.sha256);
  if (json === null) return lostForm;
  return {
    status: 'ready',
    request: { call: content.call, kind, formId, json },
    bytes: json.length,
  };
}

/** Returns the stored body if it matches `sha256`. If not, repairs it from the second copy. Returns null if both are lost. */
async function bodyOf(
  ports: PreparePorts,
  id: SubmissionId,
  sha256: string,
): Promise<string | null> {
  const stored = async (): Promise<string | null> => {
    const payload = await ports.store.payload(id).catch(undefinedIfLost);
    const isWhole =
      payload !== undefined && (await ports.digest(payload.salt + payload.json)) === sha256;
    return isWhole ? payload.json : null;
  };
  // Reads twice, because a secret storage may fail. If the second read also fails, rejects, so that nothing counts as lost.
  const body = (await stored()) ?? ((await ports.store.isKeyLost(id)) ? null : await stored());
  if (body !== null) return body;
  return (await repairFromCopy(ports, id)) === 'repaired' ? stored() : null;
}

/** The submission's formId. A plan without a formId begins with GetInfo, so all later steps have a formId. */
function formIdOf({ formId }: Submission): FormId {
  if (formId === null) throw new Error('A step needs a formId before GetInfo was confirmed.');
  return formId;
}

/** Returns the stored bytes if they are intact. If not, returns the second copy's bytes and stores them again. */
async function fileOf(
  ports: PreparePorts,
  submission: Submission,
  content: FileContent,
): Promise<Blob | null> {
  const id = content.attachmentId;
  const verified = await verifyBytes(ports, submission, { ...content, id }, undefinedIfLost);
  if (verified === null) return null;
  const { bytes, copy } = verified;
  // If the bytes can't be stored, they are still sent. The next attempt reads the second copy again.
  if (copy !== null) await ports.store.putBytes(id, copy).catch(() => undefined);
  return bytes;
}

/** After a read error the data counts as lost. But if the database connection is lost, rethrows the error, which ends the drain. */
function undefinedIfLost(error: unknown): undefined {
  if (isConnectionLost(error)) throw error;
  return undefined;
}

const lostForm: PreparedRequest = {
  status: 'lost',
  message: localMessage({ code: 'formUnreadable' }),
};

/** The file's original name, or its name on the wire if the original name is unreadable. */
async function nameOf(
  { store }: CopyPorts,
  { id }: Submission,
  { attachmentId, fileName }: FileContent,
): Promise<string> {
  const contents = await store.contents(id);
  const rows = contents === undefined || contents === 'unreadable' ? [] : contents.attachments;
  return rows.find((row) => row.id === attachmentId)?.originalName ?? fileName;
}

const lostFile = ({ call }: FileContent, name: string): PreparedRequest => ({
  status: 'lost',
  message: localMessage({ code: 'fileUnreadable', call, name }),
});

/**
 * An upload that takes longer than this (ms), or that was interrupted, is resumable. The resumable protocol needs some more round trips,
 * but an interruption loses no received bytes.
 */
const MAX_AT_ONCE_MS = 5_000;
/** Smaller files are never resumable: sending the file takes less time than the round trips. */
const MIN_IN_PIECES_BYTES = 16_000;
/** Every third attempt sends the file in one request, because a proxy may let nothing else through. */
const AT_ONCE_EVERY = 3;
/**
 * If a part of the file has arrived, every eighth attempt sends the file in one request. An attempt
 * with progress resets the count. The fourth attempt starts a new upload, because the upload's URL
 * may be unreachable or the server may have lost the bytes.
 */
const AT_ONCE_EVERY_WITH_PART = 8;
const ANEW_AT = 4;

/**
 * The time to send a piece (ms). After each piece the outbox shows the progress, and the connection is idle for a round trip. So the first
 * piece is short, to show progress soon. Each later piece is twice as long. An interruption loses no received bytes of a piece.
 */
const FIRST_PIECE_MS = 8_000;
const MAX_PIECE_MS = 32_000;
const MIN_PIECE_BYTES = 16_000;
/** The piece size before the connection is measured. */
const FIRST_PIECE_BYTES = 64_000;

/** The progress is stored at most this often (ms), because each write waits for the disk and updates the lists. */
const WRITE_EVERY_MS = 1_000;

type UploadParts = NonNullable<CallOptions['resumableUpload']>;
type Attempt = Readonly<{ submission: SubmissionId; step: Step; id: AttemptId }>;

/** The options for a resumable upload. Returns undefined if the file is sent in one request. */
export function resumableUpload(
  { clock, store }: Uses<'clock', RecordPort & OutboxState>,
  lease: Lease,
  { submission, step, id }: Attempt,
  bytes: number,
  { expectedMs, pieceSent, serverAnswered }: ConnectionSpeed,
  isReached: boolean,
): UploadParts | undefined {
  if (!goesInPieces(step, bytes, expectedMs)) return undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let written = step.upload;
  let pieceMs = FIRST_PIECE_MS;
  return {
    clock,
    support: { read: store.resumeSupport, keep: store.setResumeSupport },
    begun: beginsAnew(step) ? null : (step.upload ?? null),
    // Only if the server was just reached: with an outdated anti-forgery token, a whole piece would be sent for nothing.
    isNew: isReached && step.upload === undefined && step.doubted !== true,
    pieceBytes: () => {
      const perByte = expectedMs(FIRST_PIECE_BYTES) / FIRST_PIECE_BYTES;
      return perByte === 0
        ? FIRST_PIECE_BYTES
        : Math.max(MIN_PIECE_BYTES, Math.round(pieceMs / perByte));
    },
    sent(piece, tookMs) {
      pieceMs = Math.min(2 * pieceMs, MAX_PIECE_MS);
      pieceSent(piece, tookMs);
    },
    async came(upload: BegunUpload) {
      await serverAnswered();
      const isNew = upload.address !== written?.address;
      const isDue = clock.ticks() - writtenAt >= WRITE_EVERY_MS;
      if (!isNew && (!isDue || upload.came === written?.came)) return true;
      const recorded = await store.record(lease.owner, submission, {
        event: 'uploadCame',
        stepId: step.id,
        attemptId: id,
        upload,
        wentOn: upload.address === step.upload?.address && upload.came > step.upload.came,
      });
      writtenAt = clock.ticks();
      written = upload;
      return recorded.status === 'recorded';
    },
  };
}

const hasPart = ({ upload }: Step): boolean => upload !== undefined && upload.came > 0;

const beginsAnew = (step: Step): boolean =>
  hasPart(step) && (step.attempts + 1) % AT_ONCE_EVERY_WITH_PART === ANEW_AT;

function goesInPieces(
  step: Step,
  bytes: number,
  expectedMs: ConnectionSpeed['expectedMs'],
): boolean {
  // A verification upload needs the current list. A resumed upload that is finished would return its old list.
  if (bytes < MIN_IN_PIECES_BYTES || step.isLook === true) return false;
  const isLetThrough = hasPart(step);
  const every = isLetThrough ? AT_ONCE_EVERY_WITH_PART : AT_ONCE_EVERY;
  if ((step.attempts + 1) % every === 0) return false;
  return isLetThrough || step.doubted === true || expectedMs(bytes) > MAX_AT_ONCE_MS;
}
