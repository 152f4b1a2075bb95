import { isDeepStrictEqual } from 'node:util';
import type { SubmissionId } from '../../src/domain/ids.ts';
import type { Answer } from '../../src/domain/outcome.ts';
import type { SubmissionEvent } from '../../src/domain/submission-changes.ts';
import { nextStep } from '../../src/domain/submission-state.ts';
import { isUpload, type Step, type Submission } from '../../src/domain/submission-types.ts';
import type { StoredSubmission } from '../../src/store/format/submission-row.ts';
import type { Recorded } from '../../src/store/outbox/outbox-port.ts';
import type { ApiRequest, ApiResult } from '../../src/sync/ports/ports.ts';
import { namesInCopy } from '../../src/sync/second-copy/copy.ts';
import type { Repair } from '../../src/sync/second-copy/repair-need.ts';
import type { MemoryDisk } from '../support/fakes/memory-disk.ts';
import type { CopyDisk } from '../support/fakes/memory-second-copy.ts';
import type { Backend } from './backend.ts';
import { type Case, personal } from './case.ts';
import type { Disk } from './disk.ts';
import type { Photos } from './photos.ts';
import { SecretChecks } from './secret-checks.ts';
import { checkEnd, checkSent, type EndingRules } from './server-checks.ts';
import { isHeldBack } from './team.ts';
import { Violation } from './violation.ts';

export type Seen = Readonly<{
  disk: MemoryDisk;
  secondCopy: CopyDisk;
  storages: Disk['storages'];
  hasSecondCopy: boolean;
  locksExclude: boolean;
  /** True if the first submission's copy cannot be read. Then a repair restores nothing from the copy. */
  isCopyUnreadable: boolean;
  backend: Backend;
  photos: Photos;
  /** The store's operations that wrote in more than one transaction. */
  split: ReadonlySet<string>;
}>;

/** Checks the invariants over device and server together. Changes nothing. */
export class Oracle {
  readonly cases: Case[] = [];
  readonly #seen: Seen;
  readonly #endingRules: EndingRules;
  /** Keys of steps that the store recorded as confirmed and has not lost since. */
  readonly #confirmed = new Set<string>();
  /** By key: the ticks before which the server does not want the call again. */
  readonly #waits = new Map<string, number>();
  /** By key: the newest arrival that the list in its last answer shows. */
  readonly #newestListed = new Map<string, number>();
  /** By key: the lease under which its step was last recorded as in flight. */
  readonly #sentBy = new Map<string, string>();
  /** The lease of each drain; a drain is identified by its signal. */
  readonly #drains = new WeakMap<AbortSignal, string>();
  readonly #secrets: SecretChecks;

  constructor(seen: Seen, endingRules: EndingRules) {
    this.#seen = seen;
    this.#secrets = new SecretChecks(seen);
    this.#endingRules = endingRules;
  }

  /** The ticks of the last take or renewal of the lease, or the ticks until which a frozen holder cannot renew it. */
  #leasedAt = 0;

  /** Submissions that got a new sending slot, perhaps while the drain sent them. Their old copies still restore all steps. */
  readonly #renewed = new Set<SubmissionId>();

  /** Submissions for which the simulation itself makes reads throw. */
  readonly excusedFaults = new Set<SubmissionId>();

  /** A row of another version, which must not be sent, changed or deleted. */
  foreignRow: StoredSubmission | null = null;

  /** The first violation, also if the tested code caught it. */
  failure: unknown = null;

  /** Called when a drain sends a request. */
  sending(request: ApiRequest, key: string, drain: AbortSignal, ticks: number): void {
    this.#rememberFailure(() => this.#checkRequest(request, key, drain, ticks));
  }

  #rememberFailure(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  #checkRequest(request: ApiRequest, key: string, drain: AbortSignal, ticks: number): void {
    const { disk } = this.#seen;
    if ('fileName' in request && personal.test(request.fileName))
      throw new Violation('I5', 'a file name on the wire holds personal data');
    // A frozen drain may have lost its lease. Its request is then only late, and is not checked.
    const sender = this.#drains.get(drain) ?? this.#sentBy.get(key) ?? disk.lease?.owner;
    if (sender !== undefined) this.#drains.set(drain, sender);
    if (!this.#isCurrent(drain)) return;
    if (ticks - this.#leasedAt > leaseLength)
      throw new Violation('I3', `${request.call} was sent under a lease that had run out`);
    const row = this.#rowOf(request, key);
    // A look (`isLook`) after removals has the same key as the first upload.
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
    const isCopyKept = !this.#seen.hasSecondCopy || isCopied(this.#seen, row);
    if (row.mirrored === false && !(this.#renewed.has(row.id) && isCopyKept))
      throw new Violation('I1', `${request.call} was sent before its submission had a second copy`);
    const step = nextStep(row);
    if (step?.key !== key || step.state.status !== 'inFlight')
      throw new Violation('I3', `${request.call} was sent, and ${describe(step)} is next`);
  }

  #rowOf(request: ApiRequest, key: string): Submission | undefined {
    for (const { id } of this.cases) {
      const row = this.#seen.disk.submission(id);
      if (row === undefined) continue;
      if (request.call !== 'GetInfo') {
        if (row.formId === request.formId) return row;
      } else if (row.status === 'queued' && row.steps.some((step) => step.key === key)) return row;
    }
    return undefined;
  }

  /** Called when a drain took or renewed the lease at these ticks, or is frozen until them. */
  leased(ticks: number): void {
    this.#leasedAt = Math.max(this.#leasedAt, ticks);
  }

  /** Called after a drain's write was committed. */
  recorded(writer: string, event: SubmissionEvent, result: Recorded): void {
    if (result.status === 'recorded')
      this.#rememberFailure(() => this.#checkRecord(writer, event, result.submission));
  }

  #checkRecord(writer: string, event: SubmissionEvent, after: Submission): void {
    const { backend, disk } = this.#seen;
    if (disk.lease?.owner !== writer) throw new Violation('I3', 'a drain wrote without the lease');
    if (
      (event.event === 'postponed' || event.event === 'faulted') &&
      !isSoon(after.nextAttemptAt, event.at)
    )
      throw new Violation('I8', 'the next try is further away than an hour');
    // The app postpones a submission whose work throws. In the simulation, the throw is a bug.
    if (event.event === 'faulted' && !this.excusedFaults.has(after.id))
      throw new Violation('bug', `working on a submission ended with ${event.code}`);
    const known = this.cases.find(({ id }) => id === after.id);
    if (known !== undefined) known.documents = documentsKnown(known.documents, event, after);
    if (event.event !== 'confirmed' && event.event !== 'sendStarted') return;
    const step = after.steps.find((each) => each.id === event.stepId);
    if (step === undefined) return;
    if (event.event === 'sendStarted') {
      this.#sentBy.set(step.key, writer);
      return;
    }
    this.#confirmed.add(step.key);
    if (!backend.effects.has(step.key) && !this.#endingRules.excusedRemovals.has(idOf(step)))
      throw new Violation('I6', `${step.content.call} counts as done, and the server never did it`);
    const { content, key } = step;
    const owner = this.cases.find(({ id }) => id === after.id);
    if (owner === undefined || !isUpload(content)) return;
    const { call } = content;
    owner.seenUpTo[call] = Math.max(owner.seenUpTo[call] ?? 0, this.#newestListed.get(key) ?? 0);
  }

  /** Called when an answer reaches a drain. If the drain holds the lease, the device knows the answer's list once the step is confirmed. */
  answered(request: ApiRequest, key: string, drain: AbortSignal, answer: Answer<ApiResult>): void {
    const { backend } = this.#seen;
    if (answer.status !== 'result' || !('fileName' in request) || request.call === 'SaveSignature')
      return;
    if (!this.#isCurrent(drain)) return;
    const arrivals = (answer.result.documents ?? []).map((each) => backend.listedAt.get(each) ?? 0);
    this.#newestListed.set(key, Math.max(0, ...arrivals));
  }

  /** Called when an answer with `Retry-After` reaches a drain. `until`: ticks. */
  askedToWait(key: string, drain: AbortSignal, until: number): void {
    if (this.#isCurrent(drain)) this.#waits.set(key, until);
  }

  /** Returns true if this drain holds the lease. */
  #isCurrent(drain: AbortSignal): boolean {
    const { lease } = this.#seen.disk;
    return lease !== null && this.#drains.get(drain) === lease.owner;
  }

  /** Forgets the waits that the server asked for. Either a person ended them, or the drain that knew them is dead. */
  forgetWaits(): void {
    this.#waits.clear();
  }

  /** Called when a person looks at the app, or the network is back. The waits end, except the wait for a busy server. */
  waitEnded({ steps }: Submission): void {
    if (this.#seen.disk.hold?.reason === 'busy') return;
    for (const { key } of steps) this.#waits.delete(key);
  }

  storeWiped(): void {
    this.foreignRow = null;
    this.#confirmed.clear();
    this.#seen.photos.forgetAll();
    for (const each of this.cases) {
      each.wasStored = false;
      each.lastRow = undefined;
    }
  }

  /** Called after a loss of the copies. The check no longer expects them to stay. */
  copiesLost(): void {
    for (const each of this.cases) each.wasCopied = false;
  }

  repaired({ lost }: Repair): void {
    for (const { id, customerName } of lost) {
      const owner = this.cases.find((each) => each.id === id);
      if (owner !== undefined && customerName !== '') owner.reportedLost = true;
    }
  }

  /** Called after each step of the simulation. */
  afterStep(ticks: number): void {
    const { disk, secondCopy } = this.#seen;
    const [split] = this.#seen.split;
    if (split !== undefined)
      throw new Violation('store', `'${split}' made more than one transaction of its writes`);
    this.#secrets.seeAgents();
    this.#seen.photos.look();
    for (const each of this.cases) {
      const row = disk.submission(each.id);
      checkCopy(this.#seen, each, row);
      this.#secrets.afterStep(each);
      if (row === undefined) {
        if (each.removal !== 'no') continue;
        if (each.wasStored) throw new Violation('I7', `submission ${each.number} vanished`);
        const isSafe =
          each.wasDelivered || each.reportedLost || secondCopy.get(each.id)?.has(manifest);
        if (each.acknowledged >= 0 && !isSafe)
          throw new Violation('I1', `submission ${each.number} was saved, and is lost`);
        continue;
      }
      each.wasStored = true;
      if (row === each.lastRow) continue;
      checkSealed(disk, secondCopy, each);
      if (row.mirrored === true) this.#renewed.delete(row.id);
      else if (isRenewed(each.lastRow, row)) this.#renewed.add(row.id);
      if (row.status !== each.lastRow?.status) each.triedAt = ticks;
      this.#look(each, row);
      each.lastRow = row;
    }
  }

  #look(each: Case, row: Submission): void {
    if (each.removal === 'done')
      throw new Violation('I7', `submission ${each.number} was deleted, and is back`);
    this.#checkFormId(each, row);
    if (row.status !== 'queued') this.#seen.photos.forget(row.id);
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
        checkReceipt(this.#seen.disk, row);
        each.wasDelivered = true;
        if (each.lastRow?.status !== 'delivered') checkSent(this.#seen.backend, each, row);
    }
  }

  #checkFormId(each: Case, { formId }: Submission): void {
    if (formId === null || formId === each.formId) return;
    if (this.cases.some((other) => other !== each && other.formId === formId))
      throw new Violation('I2', 'two submissions share a formId');
    const { body } = (each.formId && this.#seen.backend.forms.get(each.formId)) || { body: null };
    if (body !== null)
      throw new Violation('I2', `submission ${each.number} is on the server under another formId`);
    each.formId = formId;
  }

  /** Checks that, after the faults, no submission waits longer than the longest `Retry-After` plus the longest backoff. */
  checkWaits(ticks: number, healedAt: number): void {
    for (const { id, number, triedAt } of this.cases) {
      const row = this.#seen.disk.submissions.get(id);
      // The drain sends this submission only while its agent is unlocked. The agent comes back later.
      if (row?.status !== 'queued' || isHeldBack(row)) continue;
      const read = this.#seen.disk.submission(id);
      const freeSince = read === undefined ? 0 : this.#seen.photos.freeSince(read);
      if (freeSince === null) continue;
      if (ticks - Math.max(triedAt, healedAt, freeSince) > longestWait)
        throw new Violation('I8', `submission ${number} was not tried for an hour and a quarter`);
    }
  }

  /** Called when everything is delivered or waits for a person, and no request is under way. */
  atEnd(knowsAllCopies: boolean): void {
    this.#secrets.atEnd(this.cases, knowsAllCopies);
    const { backend, disk, secondCopy } = this.#seen;
    const { foreignRow } = this;
    if (foreignRow !== null && !isDeepStrictEqual(disk.submissions.get(foreignRow.id), foreignRow))
      throw new Violation('I7', 'a row that another version wrote was changed, or is gone');
    for (const each of this.cases) {
      const row = disk.submission(each.id);
      if (row?.status !== 'delivered') continue;
      if (secondCopy.has(each.id))
        throw new Violation('I10', 'the second copy of what was delivered is still there');
      checkEnd(backend, this.#endingRules, each, row);
    }
  }
}

const manifest = 'submission.json';
const leaseLength = 60_000;
const longestWait = 75 * 60_000;

/** While a submission waits, its second copy must stay complete, because the next step may wipe the store. */
function checkCopy(seen: Seen, each: Case, row: Submission | undefined): void {
  const waits = row?.status === 'queued' || row?.status === 'rejected';
  if (row === undefined || !waits || row.mirrored !== true || each.removal !== 'no') {
    each.wasCopied = false;
    return;
  }
  const isThere = isCopied(seen, row);
  if (each.wasCopied && !isThere)
    throw new Violation('I1', `submission ${each.number} waits, and its second copy is gone`);
  each.wasCopied = isThere;
}

function isCopied({ disk, secondCopy }: Seen, row: Submission): boolean {
  const folder = secondCopy.get(row.id);
  return (
    folder?.has(manifest) === true &&
    row.steps.every(
      ({ content, state }) =>
        state.status === 'confirmed' ||
        !('attachmentId' in content) ||
        // A file that a person removed during a correction is in no copy any more.
        (row.status === 'rejected' && !disk.attachments.has(content.attachmentId)) ||
        namesInCopy(content.attachmentId).some((name) => folder.has(name)),
    )
  );
}

const isRenewed = (before: Submission | undefined, after: Submission): boolean =>
  before?.status === 'queued' &&
  after.status === 'queued' &&
  before.mirrored === true &&
  before.keys?.q?.name !== after.keys?.q?.name;

/** By row: true if the row has personal data in plaintext. A row object never changes. */
const looked = new WeakMap<object, boolean>();

function isClear(row: object | undefined): boolean {
  if (row === undefined) return false;
  // Reads bytes as text, to find personal data that the app did not encrypt.
  const text = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
  const shows = looked.get(row) ?? personal.test(JSON.stringify(row, text));
  looked.set(row, shows);
  return shows;
}

/** Checks that no row, no copy and no file has a customer's data in plaintext. */
function checkSealed(disk: MemoryDisk, secondCopy: CopyDisk, { id, number }: Case): void {
  const files = [...disk.attachments.values()].filter((file) => file.submissionId === id);
  const rows = [disk.submissions.get(id), disk.drafts.get(id), disk.payloads.get(id), ...files];
  const copies = [...(secondCopy.get(id)?.values() ?? [])];
  const blobs = [
    ...files.map((file) => disk.blobs.get(file.id)),
    ...copies.filter((file) => typeof file !== 'string'),
  ];
  if (
    rows.some(isClear) ||
    copies.some((file) => typeof file === 'string' && personal.test(file)) ||
    blobs.some((blob) => blob?.type.includes('holds='))
  )
    throw new Violation('S1', `data of submission ${number} is stored unencrypted`);
}

const isSoon = (nextAttemptAt: number | null, now: number): boolean =>
  nextAttemptAt === null || nextAttemptAt <= now + 3_600_000;

const idOf = ({ content }: Step): string =>
  content.call === 'RemoveDocument' ? content.formFileId : '';

const describe = (step: Step | undefined): string =>
  step === undefined ? 'nothing' : `${step.content.call} (${step.state.status})`;

function checkReceipt(disk: MemoryDisk, row: Submission): void {
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

/** Returns the server's lists that the device knows after a write. A receipt has no lists, so this function computes the last ones. */
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
