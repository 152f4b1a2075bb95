import { nextAttemptAt, probeEvery } from '../domain/backoff.ts';
import { type AttemptId, attemptId, idempotencyKey, stepId } from '../domain/ids.ts';
import { classify, type Outcome } from '../domain/outcome.ts';
import { isUpload, type NewStepIds, planUnderNewNumber } from '../domain/plan.ts';
import { nextStep } from '../domain/submission.ts';
import type { SubmissionEvent } from '../domain/submission-events.ts';
import type { Step, Submission } from '../domain/submission-types.ts';
import { mayBeRenumbered, saysFormIsUnknown } from '../domain/unknown-form.ts';
import type { FreshToken } from './fresh-token.ts';
import type { Lease } from './lease.ts';
import { saveFormIdInCopy, writeCopyInTime } from './mirror-copy.ts';
import type { ApiResult, SyncPorts } from './ports.ts';
import { reconcile, withoutList } from './reconcile.ts';
import { type RequestOf, requestOf } from './request-of.ts';
import { reachesServer } from './reserve.ts';
import { submitLock } from './submit-lock.ts';

export type Again = Extract<Outcome<ApiResult>, { outcome: 'again' }>;
type Held = Extract<Outcome<ApiResult>, { outcome: 'held' }>;

/** What sending one step came to, for the drain's pace. The row itself is already on the disk. */
export type Delivery =
  /** The backend spoke: done, or refused for a reason of this submission's own. */
  | Readonly<{ status: 'answered'; submission: Submission }>
  | Readonly<{ status: 'again'; submission: Submission; why: Again }>
  | Readonly<{ status: 'held'; submission: Submission; why: Held }>
  /** Nothing was sent: a file is lost, and a person must take it again. */
  | Readonly<{ status: 'fileLost'; submission: Submission }>
  /** Nothing was left to send. */
  | Readonly<{ status: 'completed'; submission: Submission }>
  /** Nothing was sent: the submission is being sealed, or is gone; look again later. */
  | Readonly<{ status: 'skipped' }>
  /** Nothing was sent: the device says that it has no network, and nothing answered. */
  | Readonly<{ status: 'unreached' }>
  /** This drain is not the one any more, or was told to stop. */
  | Readonly<{ status: 'stopped' }>;

/** 30 s and the time the bytes need at 4 kB/s; half as long again after each try that failed. ms */
export const timeLimit = (bytes: number, attempts: number, most: number): number =>
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
  const submission = await readied(ports, row);
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
  const left = await store.record(lease.owner, row.id, {
    event: 'left',
    stepId: step.id,
    attemptId: attempt,
    at: clock.now(),
  });
  if (left.status !== 'recorded') return ending[left.status];

  const outcome = await ask(ports, lease, left.submission, step, prepared, options);
  const settled = await settle(ports, left.submission, step, attempt, outcome);
  const recorded = await store.record(lease.owner, row.id, settled.event);
  if (recorded.status !== 'recorded') return ending[recorded.status];
  const after = recorded.submission;
  // Left behind by a kill just here, the copy is swept at the next start.
  if (after.status === 'delivered') await ports.mirror.remove(row.id).catch(() => {});
  return settled.delivery(after);
}

/** A correction that only took away what was refused: the server has all the rest. */
async function complete(ports: SyncPorts, lease: Lease, { id }: Submission): Promise<Delivery> {
  const event = { event: 'completed', at: ports.clock.now() } as const;
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
async function readied(ports: SyncPorts, row: Submission): Promise<Submission | null> {
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
  const { mark } = fresh;
  const outcome = await send(false);
  if (outcome.outcome !== 'retryFresh') return outcome;
  // Every call reads the anti-forgery cookie anew; one that is older than the server's patience comes fresh with GetInfo.
  const asked = await fresh.since(mark);
  if (lease.signal.aborted) return { outcome: 'stopped' };
  if (asked === 'unanswered') return again('network', 'network');
  // Without a fresh cookie a second 400 would prove nothing against the form.
  if (asked === 'noInfo' && outcome.httpStatus === 400) return again('server', null);
  return send(true);
}

type Settled = Readonly<{
  event: SubmissionEvent;
  delivery: (submission: Submission) => Delivery;
}>;

async function settle(
  ports: SyncPorts,
  submission: Submission,
  step: Step,
  attempt: AttemptId,
  outcome: Outcome<ApiResult>,
): Promise<Settled> {
  const at = ports.clock.now();
  const of = { stepId: step.id, attemptId: attempt, at } as const;
  const answered = (after: Submission): Delivery => ({ status: 'answered', submission: after });
  switch (outcome.outcome) {
    case 'confirmed':
      return settleConfirmed(ports, submission, step, attempt, outcome.result);
    case 'rejected':
      if (saysFormIsUnknown(outcome.message) && mayBeRenumbered(submission)) {
        const steps = planUnderNewNumber(submission, newStepIds(ports));
        return { event: { event: 'renumbered', ...of, steps }, delivery: answered };
      }
      return { event: { event: 'rejected', ...of, message: outcome.message }, delivery: answered };
    case 'again':
      return {
        event: postponed(ports, step, attempt, outcome),
        delivery: (after) => ({ status: 'again', submission: after, why: outcome }),
      };
    case 'held':
      return {
        event: {
          event: 'postponed',
          ...of,
          nextAttemptAt: null,
          why: 'The server did not let this phone in (401 or 403)',
        },
        delivery: (after) => ({ status: 'held', submission: after, why: outcome }),
      };
    case 'retryFresh':
    case 'stopped':
      return {
        event: {
          event: 'postponed',
          ...of,
          nextAttemptAt: null,
          why: 'Interrupted; it will be sent again',
          uncounted: true,
        },
        delivery: () => ({ status: 'stopped' }),
      };
  }
}

const again = (backoff: Again['backoff'], stopsAll: Again['stopsAll']): Again => ({
  outcome: 'again',
  backoff,
  stopsAll,
  httpStatus: null,
  notBefore: null,
});

function postponed(
  { clock, random }: SyncPorts,
  step: Step,
  attempt: AttemptId,
  { backoff, notBefore, stopsAll }: Again,
): SubmissionEvent {
  const at = clock.now();
  return {
    event: 'postponed',
    stepId: step.id,
    attemptId: attempt,
    at,
    nextAttemptAt: nextAttemptAt(backoff, step.attempts, at, random, notBefore),
    why:
      stopsAll === 'network' || stopsAll === 'portal'
        ? 'No answer; it will be sent again'
        : 'There was a problem at the server; it will be sent again',
  };
}

async function settleConfirmed(
  ports: SyncPorts,
  submission: Submission,
  step: Step,
  attempt: AttemptId,
  result: ApiResult | null,
): Promise<Settled> {
  const done = {
    event: 'confirmed',
    stepId: step.id,
    attemptId: attempt,
    at: ports.clock.now(),
  } as const;
  const answered = (after: Submission): Delivery => ({ status: 'answered', submission: after });
  const { content } = step;

  if (content.call === 'GetInfo') {
    const info = result?.info;
    if (info === undefined) throw new Error('GetInfo succeeded without a formGuid.');
    if (!(await ports.store.claimFormId(info.formGuid, submission.id)))
      return settleUsedNumber(ports, step, attempt);
    await saveFormIdInCopy(ports, submission.id, info.formGuid).catch(() => {});
    await ports.onInfo(info).catch(() => {});
    return { event: { ...done, formId: info.formGuid }, delivery: answered };
  }
  if (!isUpload(content)) return { event: done, delivery: answered };

  const before = await ports.store.habits();
  const list = result?.documents;
  if (list === undefined) {
    const found = withoutList(submission, { ...step, content });
    return { event: { ...done, found }, delivery: answered };
  }
  const { found, habits, isListed } = reconcile(
    submission,
    { ...step, content },
    list,
    before,
    newStepIds(ports),
  );
  // A backend that lists names, and not this one, may have lost it: sent once more, then believed.
  const missing = before.listsNames && !isListed;
  const learned = missing && step.doubted ? { ...habits, listsNames: false } : habits;
  if (learned.listsAll !== before.listsAll || learned.listsNames !== before.listsNames)
    await ports.store.setHabits(learned);
  if (missing && !step.doubted) {
    const why = again('server', null);
    return {
      event: postponed(ports, step, attempt, why),
      delivery: (after) => ({ status: 'again', submission: after, why }),
    };
  }
  return { event: { ...done, found }, delivery: answered };
}

/**
 * The number was received before, so it may be another customer's: asked for another at once; where that is no better, all
 * that need one wait.
 */
function settleUsedNumber({ clock }: SyncPorts, step: Step, attempt: AttemptId): Settled {
  const at = clock.now();
  const isSecond = step.attempts > 0;
  return {
    event: {
      event: 'postponed',
      stepId: step.id,
      attemptId: attempt,
      at,
      nextAttemptAt: isSecond ? at + probeEvery : at,
      why: 'The server gave a form number that is used already; Veld asks for another',
    },
    delivery: (submission) =>
      isSecond
        ? {
            status: 'held',
            submission,
            why: { outcome: 'held', reason: 'formNumber', httpStatus: 200 },
          }
        : { status: 'again', submission, why: again('server', null) },
  };
}

const newStepIds =
  ({ newId }: SyncPorts): NewStepIds =>
  () => ({ id: stepId(newId()), key: idempotencyKey(newId()) });
