import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../src/domain/answer.ts';
import type { SubmissionId } from '../../src/domain/ids.ts';
import { isUpload } from '../../src/domain/plan.ts';
import type { SubmissionEvent } from '../../src/domain/submission-events.ts';
import { nextStep } from '../../src/domain/submission-state.ts';
import type { Step, Submission } from '../../src/domain/submission-types.ts';
import type { Recorded } from '../../src/store/outbox-port.ts';
import type { Repair } from '../../src/sync/mirror/repair-need.ts';
import type { ApiRequest, ApiResult } from '../../src/sync/ports/ports.ts';
import type { MirrorDisk } from '../support/memory-mirror.ts';
import type { MemoryDisk } from '../support/memory-store.ts';
import type { Backend } from './backend.ts';
import { type Case, personal } from './case.ts';
import { type Ending, lookAtEnd, lookAtServer } from './endings.ts';
import { Violation } from './violation.ts';

export type Seen = Readonly<{
  disk: MemoryDisk;
  mirror: MirrorDisk;
  backend: Backend;
  /** The operations of the store that made more than one transaction of their writes. */
  split: ReadonlySet<string>;
}>;

/** Sees everything, touches nothing: states the invariants over device and server together. */
export class Oracle {
  readonly cases: Case[] = [];
  readonly #seen: Seen;
  readonly #ending: Ending;
  /** Keys of steps that the store confirmed and has not lost since. */
  readonly #confirmed = new Set<string>();
  /** Keys that the server asked to come back later, and until when (ticks). */
  readonly #waits = new Map<string, number>();
  /** By key: the newest arrival that the list of its last answer shows. */
  readonly #heard = new Map<string, number>();
  /** By key: the lease under which its step was last written as in flight. */
  readonly #leftBy = new Map<string, string>();
  /** Each drain, known by its signal, with its lease. */
  readonly #drains = new WeakMap<AbortSignal, string>();

  constructor(seen: Seen, ending: Ending) {
    this.#seen = seen;
    this.#ending = ending;
  }

  /** When the lease was last taken or renewed; or will be, by one that is frozen until then. Ticks. */
  #leasedAt = 0;

  /** Submissions that the simulation itself makes throw. */
  readonly excusedFaults = new Set<SubmissionId>();

  /** A row of another version's; nobody may send, change or delete it. */
  stranger: Submission | null = null;

  /** The first violation, also where what was tested swallowed its error. */
  failure: unknown = null;

  /** A request leaves the device. */
  sending(request: ApiRequest, key: string, drain: AbortSignal, ticks: number): void {
    this.#remembering(() => this.#lookAtRequest(request, key, drain, ticks));
  }

  #remembering(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  #lookAtRequest(request: ApiRequest, key: string, drain: AbortSignal, ticks: number): void {
    const { disk } = this.#seen;
    if ('fileName' in request && personal.test(request.fileName))
      throw new Violation('I5', 'a file name on the wire holds personal data');
    // A drain that was frozen, and fenced out meanwhile: its request is one that comes late.
    const sender = this.#drains.get(drain) ?? this.#leftBy.get(key) ?? disk.lease?.owner;
    if (sender !== undefined) this.#drains.set(drain, sender);
    if (!this.#isCurrent(drain)) return;
    if (ticks - this.#leasedAt > leaseLength)
      throw new Violation('I3', `${request.call} was sent under a lease that had run out`);
    const row = this.#rowOf(request, key);
    // A look at what is left after surplus copies went is sent under the key of the upload itself.
    const isLook = row !== undefined && nextStep(row)?.isLook === true;
    if (this.#confirmed.has(key) && !isLook)
      throw new Violation('I3', `${request.call} was sent again`);
    if ((this.#waits.get(key) ?? 0) > ticks)
      throw new Violation('wire', `${request.call} went before the time that the server asked for`);
    if (row === undefined) {
      if (request.call === 'GetInfo') return;
      throw new Violation('I4', `${request.call} was sent for no submission on this device`);
    }
    const owner = this.cases.find(({ id }) => id === row.id);
    if (owner !== undefined) owner.triedAt = ticks;
    if (row.status !== 'queued' || owner === undefined || owner.pressed.length === 0)
      throw new Violation('I4', `${request.call} was sent for one that is ${row.status}`);
    if (row.mirrored === false)
      throw new Violation('I1', `${request.call} was sent before its submission had a second copy`);
    const step = nextStep(row);
    if (step?.key !== key || step.state.status !== 'inFlight')
      throw new Violation('I3', `${request.call} was sent, and ${describe(step)} is next`);
  }

  #rowOf(request: ApiRequest, key: string): Submission | undefined {
    for (const { id } of this.cases) {
      const row = this.#seen.disk.submissions.get(id);
      if (row === undefined) continue;
      if (request.call !== 'GetInfo') {
        if (row.formId === request.formId) return row;
      } else if (row.status === 'queued' && row.steps.some((step) => step.key === key)) return row;
    }
    return undefined;
  }

  /** A drain took or renewed the lease, or can't before then. */
  leased(ticks: number): void {
    this.#leasedAt = Math.max(this.#leasedAt, ticks);
  }

  /** A drain's write took effect. */
  recorded(writer: string, event: SubmissionEvent, result: Recorded): void {
    if (result.status === 'recorded')
      this.#remembering(() => this.#lookAtRecord(writer, event, result.submission));
  }

  #lookAtRecord(writer: string, event: SubmissionEvent, after: Submission): void {
    const { backend, disk } = this.#seen;
    if (disk.lease?.owner !== writer) throw new Violation('I3', 'a drain wrote without the lease');
    if (
      (event.event === 'postponed' || event.event === 'faulted') &&
      !isSoon(after.nextAttemptAt, event.at)
    )
      throw new Violation('I8', 'the next try is further away than an hour');
    // The product would put off its own mistakes; here they are to be seen.
    if (event.event === 'faulted' && !this.excusedFaults.has(after.id))
      throw new Violation('bug', `working on a submission ended with ${event.code}`);
    const known = this.cases.find(({ id }) => id === after.id);
    if (known !== undefined) known.documents = documentsKnown(known.documents, event, after);
    if (event.event !== 'confirmed' && event.event !== 'sendStarted') return;
    const step = after.steps.find((each) => each.id === event.stepId);
    if (step === undefined) return;
    if (event.event === 'sendStarted') {
      this.#leftBy.set(step.key, writer);
      return;
    }
    this.#confirmed.add(step.key);
    if (!backend.effects.has(step.key) && !this.#ending.excusedRemovals.has(idOf(step)))
      throw new Violation('I6', `${step.content.call} counts as done, and the server never did it`);
    const { content, key } = step;
    const owner = this.cases.find(({ id }) => id === after.id);
    if (owner === undefined || !isUpload(content)) return;
    const { call } = content;
    owner.seenUpTo[call] = Math.max(owner.seenUpTo[call] ?? 0, this.#heard.get(key) ?? 0);
  }

  /** An answer reached a drain that may act on it: once the step is confirmed, the device could know its list. */
  answered(request: ApiRequest, key: string, drain: AbortSignal, answer: Answer<ApiResult>): void {
    const { backend } = this.#seen;
    if (answer.status !== 'result' || !('fileName' in request) || request.call === 'SaveSignature')
      return;
    if (!this.#isCurrent(drain)) return;
    const arrivals = (answer.result.documents ?? []).map((each) => backend.listedAt.get(each) ?? 0);
    this.#heard.set(key, Math.max(0, ...arrivals));
  }

  /** An answer with `Retry-After` reached a drain that may write it down. `until`: ticks. */
  askedToWait(key: string, drain: AbortSignal, until: number): void {
    if (this.#isCurrent(drain)) this.#waits.set(key, until);
  }

  /** Nobody took the lease from this drain, whatever it believes itself. */
  #isCurrent(drain: AbortSignal): boolean {
    const { lease } = this.#seen.disk;
    return lease !== null && this.#drains.get(drain) === lease.owner;
  }

  /** What a person asked for, or a dead drain no longer knows, overrules what the server asked for. */
  forgetWaits(): void {
    this.#waits.clear();
  }

  /** A person looks, or the network is back: only a server that is busy is left alone. */
  waitEnded({ steps }: Submission): void {
    if (this.#seen.disk.hold?.reason === 'busy') return;
    for (const { key } of steps) this.#waits.delete(key);
  }

  storeWiped(): void {
    this.stranger = null;
    this.#confirmed.clear();
    for (const each of this.cases) {
      each.wasStored = false;
      each.lastRow = undefined;
    }
  }

  repaired({ lost }: Repair): void {
    for (const { id, customerName } of lost) {
      const owner = this.cases.find((each) => each.id === id);
      if (owner !== undefined && customerName !== '') owner.reportedLost = true;
    }
  }

  /** After each step of the simulation. */
  afterStep(ticks: number): void {
    const { disk, mirror } = this.#seen;
    const [split] = this.#seen.split;
    if (split !== undefined)
      throw new Violation('store', `'${split}' made more than one transaction of its writes`);
    for (const each of this.cases) {
      const row = disk.submissions.get(each.id);
      lookAtCopy(mirror, each, row);
      if (row === undefined) {
        if (each.removal !== 'no') continue;
        if (each.wasStored) throw new Violation('I7', `submission ${each.number} vanished`);
        const isSafe = each.wasDelivered || each.reportedLost || mirror.get(each.id)?.has(manifest);
        if (each.acknowledged >= 0 && !isSafe)
          throw new Violation('I1', `submission ${each.number} was saved, and is lost`);
        continue;
      }
      each.wasStored = true;
      if (row === each.lastRow) continue;
      if (row.status !== each.lastRow?.status) each.triedAt = ticks;
      this.#look(each, row);
      each.lastRow = row;
    }
  }

  #look(each: Case, row: Submission): void {
    if (each.removal === 'done')
      throw new Violation('I7', `submission ${each.number} was deleted, and is back`);
    this.#lookAtFormId(each, row);
    switch (row.status) {
      case 'draft':
        if (!each.mayBeDraft)
          throw new Violation('I1', `submission ${each.number} was saved, and is a draft again`);
        return;
      case 'queued':
        if (each.pressed.length === 0)
          throw new Violation('I4', `submission ${each.number} waits, and nobody pressed Submit`);
        if (row.steps.length === 0)
          throw new Violation('I8', `submission ${each.number} waits for nothing`);
        return;
      case 'rejected':
        if (!row.steps.some(({ state }) => state.status === 'rejected'))
          throw new Violation('I8', `submission ${each.number} is refused, and no step is`);
        return;
      case 'delivered':
        lookAtReceipt(this.#seen.disk, row);
        each.wasDelivered = true;
        if (each.lastRow?.status !== 'delivered') lookAtServer(this.#seen.backend, each, row);
    }
  }

  #lookAtFormId(each: Case, { formId }: Submission): void {
    if (formId === null || formId === each.formId) return;
    if (this.cases.some((other) => other !== each && other.formId === formId))
      throw new Violation('I2', 'two submissions share a formId');
    const { body } = (each.formId && this.#seen.backend.forms.get(each.formId)) || { body: null };
    if (body !== null)
      throw new Violation('I2', `submission ${each.number} is on the server under another formId`);
    each.formId = formId;
  }

  /** With the faults over, nothing waits longer for its next try than a server may ask for, and a schedule's cap. */
  lookAtWaits(ticks: number, healedAt: number): void {
    for (const { id, number, triedAt } of this.cases) {
      if (this.#seen.disk.submissions.get(id)?.status !== 'queued') continue;
      if (ticks - Math.max(triedAt, healedAt) > longestWait)
        throw new Violation('I8', `submission ${number} was not tried for an hour and a quarter`);
    }
  }

  /** Everything is delivered or waits for a person, and nothing is on its way any more. */
  atEnd(): void {
    const { backend, disk, mirror } = this.#seen;
    const { stranger } = this;
    if (stranger !== null && !isDeepStrictEqual(disk.submissions.get(stranger.id), stranger))
      throw new Violation('I7', 'a row that another version wrote was changed, or is gone');
    for (const each of this.cases) {
      const row = disk.submissions.get(each.id);
      if (row?.status !== 'delivered') continue;
      if (mirror.has(each.id))
        throw new Violation('I10', 'the second copy of what was delivered is still there');
      lookAtEnd(backend, this.#ending, each, row);
    }
  }
}

const manifest = 'submission.json';
const leaseLength = 60_000;
const longestWait = 75 * 60_000;

/** While a submission waits its second copy stays whole: the store alone may be gone at the next step. */
function lookAtCopy(mirror: MirrorDisk, each: Case, row: Submission | undefined): void {
  const waits = row?.status === 'queued' || row?.status === 'rejected';
  if (row === undefined || !waits || row.mirrored !== true || each.removal !== 'no') {
    each.wasCopied = false;
    return;
  }
  const folder = mirror.get(row.id);
  const isCopied =
    folder?.has(manifest) === true &&
    row.steps.every(
      ({ content, state }) =>
        state.status === 'confirmed' ||
        !('attachmentId' in content) ||
        folder.has(content.attachmentId),
    );
  if (each.wasCopied && !isCopied)
    throw new Violation('I1', `submission ${each.number} waits, and its second copy is gone`);
  each.wasCopied = isCopied;
}

const isSoon = (nextAttemptAt: number | null, now: number): boolean =>
  nextAttemptAt === null || nextAttemptAt <= now + 3_600_000;

const idOf = ({ content }: Step): string =>
  content.call === 'RemoveDocument' ? content.formFileId : '';

const describe = (step: Step | undefined): string =>
  step === undefined ? 'nothing' : `${step.content.call} (${step.state.status})`;

function lookAtReceipt(disk: MemoryDisk, row: Submission): void {
  const { id } = row;
  const leftBehind =
    disk.drafts.has(id) ||
    disk.payloads.has(id) ||
    disk.strokes.some((stroke) => stroke.submissionId === id) ||
    [...disk.attachments.values()].some((file) => file.submissionId === id);
  if (leftBehind) throw new Violation('I10', 'what was delivered is still in the store');
  if (personal.test(JSON.stringify(row)))
    throw new Violation('I10', 'the receipt holds personal data');
}

/** What the device knows of the server's lists after a write: a receipt forgets them, so the last is worked out. */
function documentsKnown(
  before: Submission['documents'],
  event: SubmissionEvent,
  after: Submission,
): Submission['documents'] {
  if (after.status !== 'delivered') return after.documents;
  if (event.event !== 'confirmed') return before;
  if (event.found !== undefined) return { ...before, [event.found.of]: event.found.documents };
  const content = after.steps.find(({ id }) => id === event.stepId)?.content;
  if (content?.call !== 'RemoveDocument') return before;
  const left = (before[content.of] ?? []).filter((each) => each.formFileId !== content.formFileId);
  return { ...before, [content.of]: left };
}
