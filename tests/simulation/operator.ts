import { type InfoReading, statusPageIn } from '../../src/api/contract.ts';
import type { Announcement } from '../../src/domain/announced.ts';
import type { FormId } from '../../src/domain/ids.ts';
import type { StatusPage, VerdictState } from '../../src/domain/verdict.ts';
import type { ApiResult } from '../../src/sync/ports/ports.ts';
import { pick } from '../support/fakes/seeded-random.ts';
import type { StoredForm } from './backend.ts';
import type { Policies } from './policies.ts';

/** How often the operator of a seed decides, and how unusual the server's pages of verdicts are. */
export type VerdictLife = Readonly<{
  /** The mean time between two decisions, in ticks. */
  decidesEvery: number;
  pageSize: number;
  /** Rate: during the storm, an answer does not announce the extension. */
  withdraws: number;
  /** The server is sometimes restored to an old state. */
  restores: boolean;
  /** Each page also has an invalid item. */
  hasOddItems: boolean;
  /** A page without news repeats an old item. */
  repeats: boolean;
  /** During the storm each page announces more. */
  isEndless: boolean;
}>;

export function drawVerdictLife(random: () => number): VerdictLife | null {
  if (random() >= 0.3) return null;
  const isEndless = random() < 0.2;
  return {
    decidesEvery: 1000 * 10 ** (1 + 1.5 * random()),
    pageSize: pick([1, 2, 100], random),
    withdraws: random() < 0.3 ? 0.2 : 0,
    restores: random() < 0.2,
    hasOddItems: random() < 0.3,
    // Endless pages keep a whole reading open, and the open reading would accept the old item. So no seed has both.
    repeats: !isEndless && random() < 0.3,
    isEndless,
  };
}

type Said = Readonly<{ state: VerdictState; at: number; sequence: number }>;

const oddItems = [null, 7, {}, { formId: 7, state: 'active', at: 1 }, { formId: 'x', at: '1' }];

/** Pages with an invalid item. */
export const oddPages = new WeakSet<StatusPage>();

/** The people who decide about complete forms, and the part of the server that reports their verdicts. */
export class Operator {
  readonly verdicts = new Map<FormId, Said>();
  readonly #first = new Map<FormId, Said>();
  readonly #life: VerdictLife;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly policies: Policies;
  #epoch = 0;
  #sequence = 0;
  isStormy = true;

  constructor(life: VerdictLife, policies: Policies, random: () => number, now: () => number) {
    this.policies = policies;
    this.#life = life;
    this.#random = random;
    this.#now = now;
  }

  /** Gives a complete form the verdict 'received'. */
  look(id: FormId, form: StoredForm): void {
    const isComplete = form.body !== null && form.signature !== null && form.copies.length > 0;
    if (!isComplete || this.verdicts.has(id)) return;
    this.#say(id, 'received');
    const said = this.verdicts.get(id);
    if (said !== undefined) this.#first.set(id, said);
  }

  #say(id: FormId, state: VerdictState): void {
    this.#sequence += 1;
    this.verdicts.set(id, { state, at: this.#now(), sequence: this.#sequence });
  }

  /** Decides about a form, or changes a decision. */
  decide(): void {
    this.policies.change();
    const ids = [...this.verdicts.keys()];
    const id = ids[Math.floor(this.#random() * ids.length)];
    const roll = this.#random();
    if (id === undefined) return;
    if (this.#life.restores && roll < 0.1) this.#goBack();
    else if (this.verdicts.get(id)?.state === 'received' || roll < 0.3)
      this.#say(id, pick(['received', 'active', 'refused', 'refused'], this.#random));
  }

  /** Restores the server from a backup in which no form was decided. */
  #goBack(): void {
    this.#epoch += 1;
    for (const [id, { at }] of this.#first) {
      this.#sequence += 1;
      this.verdicts.set(id, { state: 'received', at, sequence: this.#sequence });
    }
  }

  announces(): Announcement {
    const isWithdrawn = this.isStormy && this.#random() < this.#life.withdraws;
    return isWithdrawn
      ? { accepts: [] }
      : { accepts: ['statusAfter', 'corrects'], ...this.policies.announced() };
  }

  answer({ after }: InfoReading): ApiResult['status'] & object {
    const { hasOddItems, isEndless, pageSize, repeats } = this.#life;
    const [epoch, sequence] = after.split('.').map(Number);
    const from = after !== '' && epoch === this.#epoch ? (sequence ?? 0) : 0;
    const news = [...this.verdicts]
      .filter(([, said]) => said.sequence > from)
      .sort(([, one], [, other]) => one.sequence - other.sequence);
    const listed = news.slice(0, pageSize);
    const [old] = this.#first;
    const isOld = repeats && listed.length === 0 && from > 0 && old !== undefined;
    const items: unknown[] = (isOld ? [old] : listed).map(([formId, { state, at }]) => ({
      formId,
      state,
      at,
    }));
    if (hasOddItems) items.push(pick(oddItems, this.#random));
    const last = listed.at(-1)?.[1].sequence ?? from;
    const page = statusPageIn({
      now: this.#now(),
      items,
      next: `${this.#epoch}.${isEndless && this.isStormy ? last + this.#random() : last}`,
      more: news.length > pageSize || (isEndless && this.isStormy),
    });
    if (page !== null && hasOddItems) oddPages.add(page);
    return { announcement: this.announces(), page };
  }
}
