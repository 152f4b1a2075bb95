import type { SubmissionId } from '../../domain/ids.ts';
import { refusedFileOf } from '../../domain/refused-file.ts';
import { canReturnToDraft, refusalOf } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { writeCopy } from '../mirror/mirror-copy.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { alone, submitLock } from './submit-lock.ts';

/** 'Send now': every wait ends, and the count of tries starts again; of one submission, or of all. Then drain. */
export async function sendNow({ store }: SyncPorts, id?: SubmissionId): Promise<void> {
  await store.setHold(null);
  const ids = id === undefined ? (await store.queued()).map((row) => row.id) : [id];
  for (const each of ids)
    await store.change(each, (row) => (row.status === 'queued' ? { event: 'waitEnded' } : null));
}

export type ActionResult =
  | Readonly<{ status: 'done'; submission: Submission }>
  /** Its state does not allow it any more. */
  | Readonly<{ status: 'refused' }>
  | Readonly<{ status: 'gone' }>;

/** Only while none of its calls was ever sent. */
export async function backToDraft(ports: SyncPorts, id: SubmissionId): Promise<ActionResult> {
  const result = await alone(ports, id, async (): Promise<ActionResult> => {
    const changed = await ports.store.change(id, (row) =>
      canReturnToDraft(row) ? { event: 'returnedToDraft', at: ports.clock.now() } : null,
    );
    if (changed.status !== 'changed') return { status: changed.status };
    // The copy must not bring it back as submitted.
    await writeCopy(ports, id).catch(() => ports.mirror.remove(id));
    return { status: 'done', submission: changed.submission };
  });
  return result ?? { status: 'refused' };
}

/** Puts what the server said where the form shows it. It stays refused until it is submitted again. */
export async function startCorrection(
  { store }: SyncPorts,
  id: SubmissionId,
): Promise<ActionResult> {
  const submission = await store.submission(id);
  if (submission === undefined) return { status: 'gone' };
  if (submission.status !== 'rejected') return { status: 'refused' };
  const message = refusalOf(submission);
  const file = refusedFileOf(submission);
  await store.showServerMessage(id, message && file ? { ...message, file } : message);
  return { status: 'done', submission };
}

export type RemoveResult = Readonly<{
  /** 'sending': a call of it is under way. 'busy': it is being submitted, or copied. */
  status: 'removed' | 'sending' | 'busy' | 'gone';
}>;

/** Deletes every trace of a draft, a receipt, or (once the person confirmed) of what was never delivered. */
export async function removeSubmission(ports: SyncPorts, id: SubmissionId): Promise<RemoveResult> {
  return (await alone(ports, id, () => removeAlone(ports, id))) ?? { status: 'busy' };
}

async function removeAlone(ports: SyncPorts, id: SubmissionId): Promise<RemoveResult> {
  const { mirror, store } = ports;
  const row = await store.submission(id);
  if (row !== undefined && !isIdle(row)) return { status: 'sending' };
  // The copy first: a kill between the two must not bring it back at the next start.
  await mirror.remove(id);
  const removed = await store.remove(id, isIdle);
  if (removed !== 'refused') return { status: removed };
  await writeCopy(ports, id);
  return { status: 'sending' };
}

/** A row that no drain can work on, for want of steps, is idle too: else nobody could ever delete it. */
const isIdle = ({ status, steps }: Submission): boolean =>
  status !== 'queued' ||
  !Array.isArray(steps) ||
  !steps.some((step) => step?.state?.status === 'inFlight');

/**
 * A draft's second copy, outside the database, for when the browser loses that: at a change of
 * section and when the page is hidden. It never gets in the way: a full disk is not told here.
 */
export async function keepDraftCopy(ports: SyncPorts, id: SubmissionId): Promise<void> {
  await ports.lock.ifFree(submitLock(id), async () => {
    const row = await ports.store.submission(id);
    // The form may still stand when it was submitted: what is sent meanwhile would leave this copy behind.
    if (row?.status !== 'draft' && row?.status !== 'rejected') return;
    await writeCopy(ports, id).catch(() => null);
  });
}
