import { isDeepStrictEqual } from 'node:util';
import { verdictKey } from '../../src/store/outbox/verdict-rows.ts';
import type { ApiRequest } from '../../src/sync/ports/ports.ts';
import type { MemoryDisk } from '../support/fakes/memory-disk.ts';
import type { Operator } from './operator.ts';
import { Violation } from './violation.ts';

const MAX_PAGES = 5;
const MINUTE_MS = 60_000;

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

/** Checks that reading verdicts stays within its bounds, disturbs nothing, and ends with the server's state. */
export class VerdictChecks {
  readonly #disk: MemoryDisk;
  readonly #operator: Operator | null;
  /** How many pages each drain asked for. */
  readonly #pages = new WeakMap<AbortSignal, number>();
  /** Drains whose newest request was a reading. */
  readonly #reads = new Set<string>();
  /** The first violation: the drain survives whatever a reading throws. */
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

  /** @param readAt when the phone read last, before this reading */
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

  /** Runs a write of a reading: all but the verdicts must stay. */
  async around<T>(write: () => Promise<T>): Promise<T> {
    const before = rest(this.#disk);
    const result = await write();
    if (!isDeepStrictEqual(rest(this.#disk), before))
      this.#fail('V2', 'a reading of verdicts changed something else');
    return result;
  }

  /** V1: what the phone stored is what the operator said last. @param accepted what the newest answer announced */
  atEnd(accepted: readonly string[]): void {
    const { hold, verdicts } = this.#disk;
    // An outbox that waits for a person reads nothing.
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
