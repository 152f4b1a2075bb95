import { isDeepStrictEqual } from 'node:util';
import { type BeginFacts, mayBegin, type Stop } from '../../src/domain/announced.ts';
import type { SubmissionId } from '../../src/domain/ids.ts';
import { isOpenReturn, verdictKey } from '../../src/store/outbox/verdict-rows.ts';
import type { ApiRequest } from '../../src/sync/ports/ports.ts';
import type { MemoryDisk } from '../support/fakes/memory-disk.ts';
import type { Case } from './case.ts';
import type { Operator } from './operator.ts';
import { Violation } from './violation.ts';

const MAX_PAGES = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No policy may stop a phone with fewer waiting forms than this. */
const MIN_UNSENT = 20;

/** The parts of the disk that a reading of verdicts must not change. */
const rest = ({ agents, attachments, drafts, hold, lease, payloads, submissions }: MemoryDisk) => ({
  agents: new Map(agents),
  attachments: new Map(attachments),
  drafts: new Map(drafts),
  hold,
  lease,
  payloads: new Map(payloads),
  submissions: new Map(submissions),
});

/** Checks the reading of verdicts: it stays within its limits, changes nothing else, and ends with the server's verdicts. */
export class VerdictChecks {
  readonly #disk: MemoryDisk;
  readonly #operator: Operator | null;
  /** How many pages each drain asked for. */
  readonly #pages = new WeakMap<AbortSignal, number>();
  /** The names of the actors whose newest request was a reading of verdicts. */
  readonly #reads = new Set<string>();
  /** The latest time that the phone's clock showed during a drain. A reading with an earlier server time corrects it. */
  #latest = 0;
  /** The latest time that the phone's clock ever showed, without corrections. */
  #everLatest = 0;
  /** The first violation. It is stored, because a drain catches every error of a reading. */
  failure: unknown = null;

  constructor(disk: MemoryDisk, operator: Operator | null) {
    this.#disk = disk;
    this.#operator = operator;
  }

  #fail(invariant: string, text: string): never {
    const violation = new Violation(invariant, text);
    this.failure ??= violation;
    throw violation;
  }

  /** @param readAt the time of the phone's previous reading */
  began(now: number, readAt: number | null): void {
    if (readAt !== null && now >= readAt && now - readAt < MINUTE_MS)
      this.#fail('V5', 'verdicts were read twice within a minute');
  }

  sending(actor: string, request: ApiRequest, drain: AbortSignal): void {
    const isReading = request.call === 'GetInfo' && request.reading !== undefined;
    if (!isReading) this.#reads.delete(actor);
    if (!isReading) return;
    this.#reads.add(actor);
    const pages = (this.#pages.get(drain) ?? 0) + 1;
    this.#pages.set(drain, pages);
    if (pages > MAX_PAGES) this.#fail('V5', `a drain asked for ${pages} pages`);
  }

  holding(actor: string): void {
    if (this.#disk.hold === null && this.#reads.has(actor))
      this.#fail('V2', 'a reading of verdicts set a hold');
  }

  /** Runs a write of a reading. The write must change nothing but the verdicts. */
  async around<T>(write: () => Promise<T>): Promise<T> {
    const before = rest(this.#disk);
    const result = await write();
    if (!isDeepStrictEqual(rest(this.#disk), before))
      this.#fail('V2', 'a reading of verdicts changed something else');
    return result;
  }

  /** Returns true if the person can start a correction of this form. */
  isReturned(id: SubmissionId): boolean {
    const row = this.#disk.submission(id);
    if (row?.status !== 'delivered' || row.formId === null) return false;
    const verdict = this.#disk.verdicts.get(verdictKey(row.formId));
    const by = verdict?.correctedBy;
    return isOpenReturn(verdict) && (by === undefined || !this.#disk.submissions.has(by));
  }

  /**
   * V3: a returned form has at most one correction, and the two name each other.
   * @param cases the submissions that an agent made
   */
  afterStep(cases: readonly Case[]): void {
    if (this.#operator === null) return;
    const live = cases.flatMap(({ corrects, id, number }) => {
      const row = this.#disk.submission(id);
      return corrects && row ? [{ key: verdictKey(corrects), number, row }] : [];
    });
    if (new Set(live.map(({ key }) => key)).size < live.length)
      this.#fail('V3', 'a returned form has two corrections');
    for (const { key, number, row } of live) {
      if (row.corrects === undefined || verdictKey(row.corrects) !== key)
        this.#fail('V3', `submission ${number} forgot what it corrects`);
      const verdict = this.#disk.verdicts.get(key);
      if (
        verdict?.state === 'refused' &&
        row.status !== 'delivered' &&
        verdict.correctedBy !== row.id
      )
        this.#fail('V3', `a returned form does not name submission ${number}, which corrects it`);
    }
  }

  /** Called when a drain took the lease. `now`: the phone's time. */
  showed(now: number): void {
    this.#latest = Math.max(this.#latest, now);
    this.#everLatest = Math.max(this.#everLatest, now);
  }

  /** The server's time corrects a clock that ran ahead. */
  heardTime(now: number | null): void {
    if (now !== null) this.#latest = Math.min(this.#latest, now);
  }

  storeWiped(): void {
    this.#latest = 0;
  }

  /** P1 to P3: a limit is never too low, and also applies after the clock was set back. */
  mayBegin(facts: BeginFacts, now: number): boolean {
    const { isRevoked, policy } = this.#disk.announced ?? {};
    this.#everLatest = Math.max(this.#everLatest, now);
    const begin = mayBegin(facts, now);
    if (begin.may === 'no') this.#isRight(begin);
    const waiting = this.#disk.all().filter((row) => row.status === 'queued');
    const oldest = Math.min(...waiting.flatMap(({ submittedAt }) => submittedAt ?? []));
    const { maxAgeHours = Infinity, maxUnsent = Infinity } = policy ?? {};
    // The phone stores its latest time only once an hour.
    const age = this.#latest - HOUR_MS - oldest;
    const isLimited =
      isRevoked === true || waiting.length >= maxUnsent || age >= maxAgeHours * HOUR_MS;
    if (isLimited && begin.may !== 'no')
      this.#fail('P3', 'a new form may begin where a limit forbids it');
    return begin.may !== 'no';
  }

  #isRight(stop: Stop): void {
    const { policies } = this.#operator ?? {};
    if (stop.why === 'revoked' && policies?.wasRevoked !== true)
      this.#fail('P1', 'a phone that nobody revoked may begin no form');
    if (stop.why === 'count' && stop.unsent < MIN_UNSENT)
      this.#fail('P2', `no new form may begin while ${stop.unsent} wait`);
    if (stop.why === 'age' && this.#everLatest - stop.since < 24 * HOUR_MS)
      this.#fail('P2', 'no new form may begin while one waits less than 24 hours');
  }

  /** V1: for each delivered form, the phone has stored the operator's last verdict. */
  atEnd(): void {
    const { announced, hold, verdicts } = this.#disk;
    const accepted = announced?.accepts ?? [];
    // If the outbox has a hold, the phone reads no verdicts.
    if (this.#operator === null || hold !== null || !accepted.includes('statusAfter')) return;
    for (const [id, { state }] of this.#operator.verdicts) {
      const owner = this.#disk.all().find(({ formId }) => formId === id);
      if (owner?.status !== 'delivered') continue;
      const stored = verdicts.get(verdictKey(id))?.state;
      if (stored !== state)
        this.#fail('V1', `the operator said ${state}, and the phone knows ${stored}`);
    }
  }
}
