import { type AttemptId, attemptId } from '../../domain/ids.ts';
import { classify, type Outcome } from '../../domain/outcome.ts';
import { localMessage, notFoundMeans } from '../../domain/refusals.ts';
import { nextStep } from '../../domain/submission-state.ts';
import {
  isFormStep,
  isUpload,
  type Step,
  type StepCall,
  type Submission,
} from '../../domain/submission-types.ts';
import type {
  Agents,
  ChangePort,
  FileBytes,
  FormIds,
  OutboxState,
  RecordPort,
  RepairPort,
  SecretUpkeep,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { SHORT_SECONDS, submitLock, withTimeLimit } from '../locks.ts';
import type { ApiResult, Uses } from '../ports/ports.ts';
import { writeCopyInTime } from '../second-copy/copy.ts';
import { deleteSecrets, deleteSendingSecret } from '../submit/secret-cleanup.ts';
import type { ConnectionSpeed } from './concurrency.ts';
import { convertRefused, convertUnsent } from './convert-photos.ts';
import { type InfoOutcome, type InfoPorts, reachesServer, requestInfo } from './form-id-pool.ts';
import type { Lease } from './lease.ts';
import { type PreparedRequest, prepareRequest, resumableUpload } from './prepare-request.ts';
import { recordOutcome } from './record-outcome.ts';
import { FORM_ANSWER_MS } from './scheduler.ts';
import { type Delivery, retry } from './throttle.ts';

/**
 * Fetches a fresh anti-forgery cookie for the calls of a drain. Calls that need a cookie at the same time share one request. With separate
 * requests, a new cookie could replace another call's cookie after that call has read its token.
 */
export class TokenRefresh {
  readonly #ports: InfoPorts;
  readonly #signal: AbortSignal;
  #pending: Promise<InfoOutcome> | null = null;
  #generation = 0;

  constructor(ports: InfoPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** The number of fetched cookies. A call remembers this number at its start, to find out later whether there is a newer cookie. */
  get generation(): number {
    return this.#generation;
  }

  /** Resolves with 'added' or 'known' if there is a cookie newer than `generation`. Otherwise resolves with the reason. */
  async newerThan(generation: number): Promise<InfoOutcome> {
    if (generation !== this.#generation) return 'known';
    this.#pending ??= this.#fetch();
    return this.#pending;
  }

  async #fetch(): Promise<InfoOutcome> {
    try {
      const outcome = await requestInfo(this.#ports, this.#signal);
      if (outcome === 'added' || outcome === 'known') this.#generation += 1;
      return outcome;
    } finally {
      this.#pending = null;
    }
  }
}

/** 30 s (120 s for the form) plus the time of the bytes at 4 kB/s. Each failed attempt multiplies the timeout by 1.5. */
function callTimeoutMs(bytes: number, { attempts, content }: Step, maxMs: number): number {
  const answerMs = isFormStep(content) ? FORM_ANSWER_MS : 30_000;
  return Math.min(maxMs, Math.round((answerMs + bytes / 4) * 1.5 ** Math.min(attempts, 10)));
}

type DeliverPorts = Uses<
  | 'api'
  | 'clock'
  | 'digest'
  | 'jpegOf'
  | 'lock'
  | 'looksOffline'
  | 'secondCopy'
  | 'newId'
  | 'onInfo'
  | 'random',
  SubmissionReads &
    FileBytes &
    ChangePort &
    RecordPort &
    RepairPort &
    OutboxState &
    FormIds &
    Agents &
    Pick<SecretUpkeep, 'deleteSecret'>
>;

export type DeliverOptions = Readonly<{
  maxCallMs: number;
  /** True if the server answered the last call. Then the drain need not check whether it reaches the server. */
  isReached: boolean;
  freshToken: TokenRefresh;
  connection: ConnectionSpeed;
}>;

/**
 * Sends the next step of a submission and records the outcome. Sends it twice if a new anti-forgery token may help. No IndexedDB
 * transaction is open during the call.
 */
export async function deliverStep(
  ports: DeliverPorts,
  lease: Lease,
  row: Submission,
  options: DeliverOptions,
): Promise<Delivery> {
  const submission = await ensureSecondCopy(ports, row);
  const step = submission && nextStep(submission);
  if (!submission) return { status: 'skipped' };
  if (await ports.store.isLocked(submission)) return { status: 'locked', submission };
  if (!step) return recordAllConfirmed(ports, lease, submission);
  const converted = await convertUnsent(ports, lease, submission);
  // Starts again, because the drain tries to write the second copy before it sends the step.
  if (converted !== null) return deliverStep(ports, lease, converted, options);
  const { clock, store } = ports;

  const prepared = await prepareRequest(ports, submission, step);
  if (lease.signal.aborted) return { status: 'stopped' };
  if (prepared.status === 'lost') {
    const { message } = prepared;
    const event = { event: 'fileLost', stepId: step.id, at: clock.now(), message } as const;
    const lost = await store.record(lease.owner, row.id, event);
    if (lost.status !== 'recorded') return NOT_RECORDED[lost.status];
    await deleteSendingSecret(ports, submission.keys, lost.submission);
    return { status: 'fileLost', submission: lost.submission };
  }

  // A call without a network would put the step in doubt, and the submission could not become a draft any more.
  if (!options.isReached && ports.looksOffline() && !(await reachesServer(ports, lease.signal)))
    return { status: lease.signal.aborted ? 'stopped' : 'unreached' };

  const attempt = attemptId(ports.newId());
  const started = await store.record(lease.owner, row.id, {
    event: 'sendStarted',
    stepId: step.id,
    attemptId: attempt,
    at: clock.now(),
  });
  if (started.status !== 'recorded') return NOT_RECORDED[started.status];

  const before = started.submission;
  const { outcome, tried } = await send(ports, lease, before, step, attempt, prepared, options);
  const jpeg = await convertRefused(ports, lease, before, tried, attempt, outcome);
  if (jpeg?.status === 'recorded') return { status: 'answered', submission: jpeg.submission };
  if (jpeg !== null) return NOT_RECORDED[jpeg.status];
  const settled = await recordOutcome(ports, before, tried, attempt, outcome);
  const recorded = await store.record(lease.owner, row.id, settled.event);
  if (recorded.status !== 'recorded') return NOT_RECORDED[recorded.status];
  const after = recorded.submission;
  if (after.status === 'delivered') await leaveNothing(ports, started.submission);
  await deleteSendingSecret(ports, started.submission.keys, after);
  return settled.delivery(after);
}

/** Records the delivery if a correction removed the refused file and all other steps are confirmed. */
async function recordAllConfirmed(
  ports: DeliverPorts,
  lease: Lease,
  submission: Submission,
): Promise<Delivery> {
  const event = { event: 'allConfirmed', at: ports.clock.now() } as const;
  const recorded = await ports.store.record(lease.owner, submission.id, event);
  if (recorded.status !== 'recorded') return NOT_RECORDED[recorded.status];
  await leaveNothing(ports, submission);
  return { status: 'allConfirmed', submission: recorded.submission };
}

/**
 * Deletes a delivered submission's copy, then its secrets. If the process is killed meanwhile, or the copy can't be deleted or hangs, the next
 * start deletes both in this order.
 */
const leaveNothing = (ports: DeliverPorts, { id, keys }: Submission): Promise<void> =>
  withTimeLimit(ports, ({ secondCopy }) => secondCopy.remove(id), SHORT_SECONDS).then(
    () => deleteSecrets(ports, keys),
    () => undefined,
  );

const NOT_RECORDED: Readonly<Record<'fenced' | 'stale' | 'gone', Delivery>> = {
  fenced: { status: 'stopped' },
  stale: { status: 'skipped' },
  gone: { status: 'skipped' },
};

/**
 * Writes the second copy if a Submit was killed before it did so, or if the copy lacks the formId. Returns the row, also if the copy cannot be
 * written: on a full disk a delivery frees space. Returns null while a Submit still writes the copy.
 */
async function ensureSecondCopy(ports: DeliverPorts, row: Submission): Promise<Submission | null> {
  if (row.mirrored !== false) return row;
  const locked = await ports.lock.ifFree(submitLock(row.id), async () => {
    await writeCopyInTime(ports, row.id).catch(() => null);
    return ports.store.change(row.id, (now) =>
      now.status === 'queued' && now.mirrored === false ? { event: 'mirrored' } : null,
    );
  });
  return locked.ran && locked.value.status === 'changed' ? locked.value.submission : null;
}

/** Returns the outcome, and the step. If the call was sent again after an empty page, the step is in doubt. */
async function send(
  ports: DeliverPorts,
  lease: Lease,
  submission: Submission,
  step: Step,
  attempt: AttemptId,
  { request, bytes }: Extract<PreparedRequest, { status: 'ready' }>,
  { freshToken, isReached, connection, maxCallMs }: DeliverOptions,
): Promise<Readonly<{ outcome: Outcome<ApiResult>; tried: Step }>> {
  const { device, id } = submission;
  const timeoutMs = callTimeoutMs(bytes, step, maxCallMs);
  const pieces =
    'file' in request
      ? resumableUpload(
          ports,
          lease,
          { submission: id, step, id: attempt },
          bytes,
          connection,
          isReached,
        )
      : undefined;
  let wasEmpty = false;
  let tried = step;
  const sendOnce = async (wasFresh: boolean): Promise<Outcome<ApiResult>> => {
    const answer = await ports.api.send(request, {
      idempotencyKey: step.key,
      timeoutMs,
      signal: lease.signal,
      deviceIdentifier: device,
      hasFreshToken: wasFresh,
      resumableUpload: pieces,
    });
    if (answer.status === 'foreign' && answer.reason === 'emptyPage') {
      // A captive portal answers no GetInfo, but the phone may just have left it.
      const info = await requestInfo(ports, lease.signal);
      if (lease.signal.aborted) return { outcome: 'stopped' };
      if (info === 'added' || info === 'known') {
        // An upload is not sent twice after an answered call: a backend without keys would store the file twice.
        if (wasEmpty || (isReached && isUpload(step.content)))
          return { outcome: 'confirmed', result: null };
        wasEmpty = true;
        // The server may have this call. If it refuses the next one, only a person can decide.
        const doubted = { event: 'doubted', stepId: step.id, attemptId: attempt } as const;
        const recorded = await ports.store.record(lease.owner, id, doubted);
        if (recorded.status !== 'recorded') return { outcome: 'stopped' };
        tried = { ...step, doubted: true };
        return sendOnce(wasFresh);
      }
    }
    const wasInDoubt = tried.doubted === true;
    return classify(answer, {
      call: request.call,
      wasFresh,
      wasInDoubt,
      now: ports.clock.now(),
    });
  };
  const { generation } = freshToken;
  const sendUntilJudged = async (): Promise<Outcome<ApiResult>> => {
    const outcome = await sendOnce(false);
    if (outcome.outcome === 'held' && outcome.httpStatus === 404) {
      if (notFoundMeans(submission, tried) === 'route') return outcome;
      // While a backend is being replaced, every call may get a 404. If GetInfo is answered, the 404
      // means that the backend does not know the form.
      const answered = await freshToken.newerThan(generation);
      if (lease.signal.aborted) return { outcome: 'stopped' };
      if (answered === 'unanswered') return retry('network', 'network');
      return answered === 'noInfo' ? outcome : rejectedAsNotFound(request.call);
    }
    if (outcome.outcome !== 'retryFresh') return outcome;
    // The anti-forgery token may have expired. GetInfo sets a new cookie, which the next call reads.
    const info = await freshToken.newerThan(generation);
    if (lease.signal.aborted) return { outcome: 'stopped' };
    if (info === 'unanswered') return retry('network', 'network');
    // Without a new token, a second 400 could still be about the token and not about the form.
    if (info === 'noInfo' && outcome.httpStatus === 400) return retry('server', null);
    return sendOnce(true);
  };
  const outcome = await sendUntilJudged();
  return { outcome, tried };
}

const rejectedAsNotFound = (call: StepCall): Outcome<never> => ({
  outcome: 'rejected',
  message: { ...localMessage({ code: 'unexpected' }, 404), support: { call, requestId: '' } },
});
