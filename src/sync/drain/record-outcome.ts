import { nextAttemptAt, PROBE_EVERY_MS } from '../../domain/backoff.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { planWithNewFormId } from '../../domain/plan.ts';
import { getsFreshFormId } from '../../domain/refusals.ts';
import type { SubmissionEvent } from '../../domain/submission-changes.ts';
import { isUpload, type Step, type Submission } from '../../domain/submission-types.ts';
import type {
  Agents,
  FileBytes,
  FormIds,
  OutboxState,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import type { ApiResult, Uses } from '../ports/ports.ts';
import { saveFormIdInCopy } from '../second-copy/copy.ts';
import { newStepIds } from '../submit/submit.ts';
import { rememberWebpRefused } from './convert-photos.ts';
import { reconcile, withoutList } from './reconcile.ts';
import { type Delivery, type Retry, retry } from './throttle.ts';

type SettlePorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy' | 'newId' | 'onInfo' | 'random',
  SubmissionReads & FileBytes & OutboxState & FormIds & Agents
>;

type Settled = Readonly<{
  event: SubmissionEvent;
  delivery: (submission: Submission) => Delivery;
}>;

/** Returns the event that records an outcome, and the delivery's result after the event is stored. */
export async function recordOutcome(
  ports: SettlePorts,
  submission: Submission,
  step: Step,
  attempt: AttemptId,
  outcome: Outcome<ApiResult>,
): Promise<Settled> {
  const at = ports.clock.now();
  const attempted = { stepId: step.id, attemptId: attempt, at } as const;
  const answered = (after: Submission): Delivery => ({ status: 'answered', submission: after });
  switch (outcome.outcome) {
    case 'confirmed':
      return settleConfirmed(ports, submission, step, attempt, outcome.result);
    case 'rejected':
      if (getsFreshFormId(submission, step, outcome.message)) {
        const steps = planWithNewFormId(submission, newStepIds(ports));
        return { event: { event: 'formIdReplaced', ...attempted, steps }, delivery: answered };
      }
      return {
        event: { event: 'rejected', ...attempted, message: outcome.message },
        delivery: answered,
      };
    case 'retry':
      return {
        event: postponed(ports, await asKept(ports, submission, step), attempt, outcome),
        delivery: (after) => ({ status: 'retry', submission: after, outcome }),
      };
    case 'held':
      return {
        event: {
          event: 'postponed',
          ...attempted,
          nextAttemptAt: null,
          why: 'notLetIn',
        },
        delivery: (after) => ({ status: 'held', submission: after, outcome }),
      };
    case 'retryFresh':
    case 'stopped':
      return {
        event: {
          event: 'postponed',
          ...attempted,
          nextAttemptAt: null,
          why: 'interrupted',
          uncounted: true,
        },
        delivery: () => ({ status: 'stopped' }),
      };
  }
}

/** Returns the stored step. Received bytes, or the end of a wait during the call, may have set its attempts to 0. */
async function asKept({ store }: SettlePorts, { id }: Submission, step: Step): Promise<Step> {
  const kept = await store.submission(id).catch(() => undefined);
  return (kept !== 'unreadable' && kept?.steps.find((each) => each.id === step.id)) || step;
}

function postponed(
  { clock, random }: SettlePorts,
  step: Step,
  attempt: AttemptId,
  { backoff, httpStatus, notBefore, stopsAll }: Retry,
): SubmissionEvent {
  const at = clock.now();
  const isUnanswered = stopsAll === 'network' || stopsAll === 'portal';
  return {
    event: 'postponed',
    stepId: step.id,
    attemptId: attempt,
    at,
    nextAttemptAt: nextAttemptAt(backoff, step.attempts, at, random, notBefore),
    why: isUnanswered ? 'unanswered' : 'serverProblem',
    ...(isUnanswered || httpStatus === null ? {} : { httpStatus }),
  };
}

async function settleConfirmed(
  ports: SettlePorts,
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
    if (info === undefined) return retriedLater(ports, step, attempt);
    if (!(await ports.store.claimFormId(info.formGuid, submission.id)))
      return settleUsedFormId(ports, step, attempt);
    const isCopied = await saveFormIdInCopy(ports, submission.id, info.formGuid).catch(() => false);
    await ports.onInfo(info).catch(() => {});
    const event = { ...done, formId: info.formGuid, isNotCopied: !isCopied };
    return { event, delivery: answered };
  }
  if (!isUpload(content)) return { event: done, delivery: answered };

  if (step.isTrial) await rememberWebpRefused(ports);
  const before = await ports.store.capabilities();
  const list = result?.documents;
  if (list === undefined) {
    const found = withoutList(submission, { ...step, content });
    return { event: { ...done, found }, delivery: answered };
  }
  const isPartial = result?.isListPartial === true;
  const { found, capabilities, isListed } = reconcile(
    submission,
    { ...step, content },
    { documents: list, isPartial },
    before,
    newStepIds(ports),
  );
  // If the backend lists names but not this file, it may have lost the file. The file is sent once more, and then counts as received.
  const missing = before.listsNames && !isListed && !isPartial;
  const updated = missing && step.doubted ? { ...capabilities, listsNames: false } : capabilities;
  if (updated.listsAll !== before.listsAll || updated.listsNames !== before.listsNames)
    await ports.store.setCapabilities(updated);
  if (missing && !step.doubted) return retriedLater(ports, step, attempt);
  return { event: { ...done, found }, delivery: answered };
}

/** Postpones a step because the backend's answer lacks the data that the step needs. */
function retriedLater(ports: SettlePorts, step: Step, attempt: AttemptId): Settled {
  const outcome = retry('server', null);
  return {
    event: postponed(ports, step, attempt, outcome),
    delivery: (submission) => ({ status: 'retry', submission, outcome }),
  };
}

/**
 * Handles a formGuid that this device received before, and that may be another submission's. The drain requests another one at once. If
 * this device received that one before too, all submissions without a formId wait.
 */
function settleUsedFormId({ clock }: SettlePorts, step: Step, attempt: AttemptId): Settled {
  const at = clock.now();
  const isSecond = step.attempts > 0;
  return {
    event: {
      event: 'postponed',
      stepId: step.id,
      attemptId: attempt,
      at,
      nextAttemptAt: isSecond ? at + PROBE_EVERY_MS : at,
      why: 'formIdUsedBefore',
    },
    delivery: (submission) =>
      isSecond
        ? {
            status: 'held',
            submission,
            outcome: { outcome: 'held', reason: 'formNumber', httpStatus: 200 },
          }
        : { status: 'retry', submission, outcome: retry('server', null) },
  };
}

/** An error's code for support: its name and its place in Veld's scripts. Without the message, which may contain customer data. */
export function faultCode(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return typeof error;
  const place = /\/([\w.-]+\.(?:js|ts)):(\d+):(\d+)/.exec(error.stack ?? '');
  return place === null ? error.name : `${error.name} ${place[1]}:${place[2]}:${place[3]}`;
}
