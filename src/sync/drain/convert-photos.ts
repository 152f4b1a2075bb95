import { wireNameAs } from '../../domain/forms/sent-files.ts';
import { type AttemptId, idempotencyKey } from '../../domain/ids.ts';
import { type Outcome, webpRefusal } from '../../domain/outcome.ts';
import { newStep } from '../../domain/plan.ts';
import { isUnsentWebp, isWebp } from '../../domain/submission-state.ts';
import { isUpload, type Step, type Submission } from '../../domain/submission-types.ts';
import type {
  Agents,
  FileBytes,
  OutboxState,
  PhotoConverted,
  Recorded,
  RecordPort,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import type { Uses } from '../ports/ports.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';
import { newStepIds } from '../submit/submit.ts';
import type { Lease } from './lease.ts';

export type ConvertPorts = Uses<
  'clock' | 'digest' | 'jpegOf' | 'secondCopy' | 'newId',
  SubmissionReads & FileBytes & OutboxState & RecordPort & Agents
>;

type Refused = Readonly<{ attemptId: AttemptId; isTrial: boolean }>;

/**
 * Converts a WebP that the server refuses to a JPEG, and makes a step that sends the JPEG instead. The file keeps its id. Only the
 * extension of its name changes. Returns null if this browser can't make a JPEG.
 * @param refused the refused attempt; null if nothing was sent
 */
async function convertPhoto(
  ports: ConvertPorts,
  lease: Pick<Lease, 'owner'>,
  submission: Submission,
  step: Step,
  refused: Refused | null,
): Promise<Recorded | null> {
  const { content } = step;
  if (!isUpload(content)) return null;
  const file = { ...content, id: content.attachmentId };
  const verified = await verifyBytes(ports, submission, file);
  const jpeg = verified && (await ports.jpegOf(verified.bytes));
  if (!jpeg) return null;
  const { id } = newStepIds(ports)();
  const key = await keyOfJpeg(ports, step);
  const sent = {
    ...content,
    fileName: wireNameAs('image/jpeg', content.fileName),
    size: jpeg.size,
    sha256: await ports.digest(jpeg),
  };
  const event: PhotoConverted = {
    event: 'photoConverted',
    stepId: step.id,
    ...(refused === null ? {} : { attemptId: refused.attemptId }),
    at: ports.clock.now(),
    step: {
      ...newStep(sent, () => ({ id, key })),
      ...(refused?.isTrial ? { isTrial: true } : {}),
    },
  };
  return ports.store.recordConverted(lease.owner, submission.id, event, jpeg);
}

export async function rememberWebpRefused({ store }: Uses<never, OutboxState>): Promise<void> {
  await store.setCapabilities({ ...(await store.capabilities()), refusesWebp: true });
}

/** After this many 500 answers a WebP counts as refused, because the server's image library may throw. */
const MAX_SERVER_ERRORS = 2;

/**
 * Whether the outcome may mean that the server accepts no WebP. `says`: certain. `may`: only
 * sending the JPEG can show it. The server already has the form, so the refusal is not about the
 * form.
 */
function refusalIn(step: Step, outcome: Outcome<unknown>) {
  if (outcome.outcome === 'retry') {
    const isOften = (step.serverErrors ?? 0) + 1 >= MAX_SERVER_ERRORS;
    return isWebp(step) && outcome.httpStatus === 500 && isOften ? 'may' : 'no';
  }
  if (outcome.outcome !== 'rejected') return 'no';
  return webpRefusal(step, outcome.message);
}

/**
 * If the server refused a WebP, converts the photo and records the conversion instead of the refusal. Returns null for another outcome.
 * Also returns null if this browser can't make a JPEG; then a person must take the photo again.
 */
export async function convertRefused(
  ports: ConvertPorts,
  lease: Lease,
  submission: Submission,
  step: Step,
  attemptId: AttemptId,
  outcome: Outcome<unknown>,
): Promise<Recorded | null> {
  const refusal = refusalIn(step, outcome);
  if (refusal === 'no') return null;
  if (refusal === 'says') await rememberWebpRefused(ports);
  const refused = { attemptId, isTrial: refusal === 'may' };
  const recorded = await convertPhoto(ports, lease, submission, step, refused);
  return recorded?.status === 'stale' ? null : recorded;
}

/**
 * Derives the JPEG's idempotency key from the WebP's key. After a wipe the repair may restore the WebP although its JPEG was sent. The
 * next JPEG then has the same key and name, so the server does not store it twice.
 */
async function keyOfJpeg({ digest }: Pick<ConvertPorts, 'digest'>, { key }: Step) {
  const hex = (await digest(`${key} image/jpeg`)).slice(-32);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return idempotencyKey([...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-'));
}

/**
 * Converts all unsent WebP photos of a submission, if the server accepts none. Returns the new row, or null if nothing was converted.
 */
export async function convertUnsent(
  ports: ConvertPorts,
  lease: Lease,
  submission: Submission,
): Promise<Submission | null> {
  const unsent = submission.steps.filter(isUnsentWebp);
  if (unsent.length === 0 || !(await ports.store.capabilities()).refusesWebp) return null;
  let after: Submission | null = null;
  for (const step of unsent) {
    if (lease.signal.aborted) return after;
    const recorded = await convertPhoto(ports, lease, submission, step, null);
    if (recorded?.status === 'recorded') after = recorded.submission;
  }
  return after;
}
