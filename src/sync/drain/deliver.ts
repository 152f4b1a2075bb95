import { attemptId } from '../../domain/ids.ts';
import { classify, type Outcome } from '../../domain/outcome.ts';
import { nextStep } from '../../domain/submission-state.ts';
import type { Step, Submission } from '../../domain/submission-types.ts';
import { writeCopyInTime } from '../mirror/mirror-copy.ts';
import type { ApiResult, SyncPorts } from '../ports/ports.ts';
import { submitLock } from '../submit/submit-lock.ts';
import { again, type Delivery } from './delivery.ts';
import { reachesServer } from './form-id-pool.ts';
import type { FreshToken } from './fresh-token.ts';
import type { Lease } from './lease.ts';
import { type RequestOf, requestOf } from './request-of.ts';
import { settle } from './settle.ts';

/** 30 s and the time the bytes need at 4 kB/s; half as long again after each try that failed. ms */
const timeLimit = (bytes: number, attempts: number, most: number): number =>
  Math.min(most, Math.round((30_000 + bytes / 4) * 1.5 ** Math.min(attempts, 10)));

export type DeliverOptions = Readonly<{
  /** The longest a call may take. */
  maxCallMs: number;
  /** The server has just answered: no need to look for it. */
  isReached: boolean;
  fresh: FreshToken;
}>;

/**
 * Sends the next step of a submission, once (twice where a fresh anti-forgery token may help), with
 * no transaction open, and records what came of it.
 */
export async function deliverStep(
  ports: SyncPorts,
  lease: Lease,
  row: Submission,
  options: DeliverOptions,
): Promise<Delivery> {
  const submission = await withCopy(ports, row);
  const step = submission && nextStep(submission);
  if (!submission) return { status: 'skipped' };
  if (!step) return complete(ports, lease, submission);
  const { clock, store } = ports;

  const prepared = await requestOf(ports, submission, step);
  if (lease.signal.aborted) return { status: 'stopped' };
  if (prepared.status === 'lost') {
    const { message } = prepared;
    const event = { event: 'fileLost', stepId: step.id, at: clock.now(), message } as const;
    const lost = await store.record(lease.owner, row.id, event);
    return lost.status === 'recorded'
      ? { status: 'fileLost', submission: lost.submission }
      : ending[lost.status];
  }

  // A call that leaves without a network is in doubt for nothing, and could not be taken back to a draft.
  if (!options.isReached && ports.looksOffline() && !(await reachesServer(ports, lease.signal)))
    return { status: lease.signal.aborted ? 'stopped' : 'unreached' };

  const attempt = attemptId(ports.newId());
  const started = await store.record(lease.owner, row.id, {
    event: 'sendStarted',
    stepId: step.id,
    attemptId: attempt,
    at: clock.now(),
  });
  if (started.status !== 'recorded') return ending[started.status];

  const outcome = await ask(ports, lease, started.submission, step, prepared, options);
  const settled = await settle(ports, started.submission, step, attempt, outcome);
  const recorded = await store.record(lease.owner, row.id, settled.event);
  if (recorded.status !== 'recorded') return ending[recorded.status];
  const after = recorded.submission;
  // Left behind by a kill just here, the copy is swept at the next start.
  if (after.status === 'delivered') await ports.mirror.remove(row.id).catch(() => {});
  return settled.delivery(after);
}

/** A correction that only took away what was refused: the server has all the rest. */
async function complete(ports: SyncPorts, lease: Lease, { id }: Submission): Promise<Delivery> {
  const event = { event: 'allConfirmed', at: ports.clock.now() } as const;
  const recorded = await ports.store.record(lease.owner, id, event);
  if (recorded.status !== 'recorded') return ending[recorded.status];
  await ports.mirror.remove(id).catch(() => {});
  return { status: 'completed', submission: recorded.submission };
}

const ending: Readonly<Record<'fenced' | 'stale' | 'gone', Delivery>> = {
  fenced: { status: 'stopped' },
  stale: { status: 'skipped' },
  gone: { status: 'skipped' },
};

/**
 * The row, once its second copy is there. A Submit that is still at it is left to end; one that died
 * is ended here. A mirror that fails (a full disk) does not stop the delivery, which makes room.
 */
async function withCopy(ports: SyncPorts, row: Submission): Promise<Submission | null> {
  if (row.mirrored !== false) return row;
  const ended = await ports.lock.ifFree(submitLock(row.id), async () => {
    await writeCopyInTime(ports, row.id).catch(() => null);
    return ports.store.change(row.id, (now) =>
      now.status === 'queued' && now.mirrored === false ? { event: 'mirrored' } : null,
    );
  });
  return ended.ran && ended.value.status === 'changed' ? ended.value.submission : null;
}

async function ask(
  ports: SyncPorts,
  lease: Lease,
  { device }: Submission,
  step: Step,
  { request, bytes }: Extract<RequestOf, { status: 'ready' }>,
  { fresh, maxCallMs }: DeliverOptions,
): Promise<Outcome<ApiResult>> {
  const timeoutMs = timeLimit(bytes, step.attempts, maxCallMs);
  const send = async (wasFresh: boolean): Promise<Outcome<ApiResult>> => {
    const answer = await ports.api.send(request, {
      idempotencyKey: step.key,
      timeoutMs,
      signal: lease.signal,
      deviceIdentifier: device,
    });
    const wasInDoubt = step.doubted === true;
    return classify(answer, {
      call: request.call,
      wasFresh,
      wasInDoubt,
      now: ports.clock.now(),
    });
  };
  const { generation } = fresh;
  const outcome = await send(false);
  if (outcome.outcome !== 'retryFresh') return outcome;
  // Every call reads the anti-forgery cookie anew; one that is older than the server's patience comes fresh with GetInfo.
  const asked = await fresh.since(generation);
  if (lease.signal.aborted) return { outcome: 'stopped' };
  if (asked === 'unanswered') return again('network', 'network');
  // Without a fresh cookie a second 400 would prove nothing against the form.
  if (asked === 'noInfo' && outcome.httpStatus === 400) return again('server', null);
  return send(true);
}
