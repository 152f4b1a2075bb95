import type { AgentRow } from '../../src/store/format/rows.ts';
import { areKeys, type StoredSubmission } from '../../src/store/format/submission-row.ts';
import { hasLock } from '../../src/store/keys/agent-access.ts';
import type { MemoryDisk } from '../support/fakes/memory-disk.ts';
import { pick } from '../support/fakes/seeded-random.ts';
import type { Case } from './case.ts';
import type { Shown } from './disk.ts';
import { Violation } from './violation.ts';

/** The actions of several agents on a shared phone. Rates are for each action with the lock. */
export type TeamLife = Readonly<{
  /** Rate, for each lock of the phone: another agent uses the phone next. */
  changesHands: number;
  /** Rate: a second agent is added, if there is only one. */
  adds: number;
  /** Rate: the current agent leaves for good, if none of their forms is undelivered. */
  leaves: number;
  /** Rate: the agent changes whether the phone sends the agent's forms while it is locked. */
  chooses: number;
}>;

/** Returns null if nobody shares the phone in this seed. */
export function drawTeamLife(random: () => number): TeamLife | null {
  if (random() >= 0.5) return null;
  return {
    changesHands: 0.3 + 0.6 * random(),
    adds: 0.5 + 0.5 * random(),
    leaves: random() < 0.5 ? 0.6 * random() : 0,
    chooses: random() < 0.6 ? 0.2 + 0.6 * random() : 0,
  };
}

type Needs = Readonly<{
  life: TeamLife;
  random: () => number;
  seen: MemoryDisk;
  cases: readonly Case[];
}>;

/** Reads the content that a page shows, for the checks. */
type Looked = Readonly<{
  looksAt: (id: Case['id']) => Promise<unknown>;
  shown: () => Promise<Shown>;
}>;

/** Returns true if the form is submitted, and can be sent only after its agent unlocks. */
export const isHeldBack = ({ keys, status }: StoredSubmission): boolean =>
  status === 'queued' && areKeys(keys) && keys.q === undefined;

const labelOf = ({ label }: AgentRow): string => label ?? '';

/** Decides which agent uses the shared phone, and checks which forms each agent can see. */
export class Team {
  readonly life: TeamLife;
  readonly random: () => number;
  readonly #needs: Needs;
  #here: string | null = null;

  constructor(needs: Needs) {
    this.life = needs.life;
    this.random = needs.random;
    this.#needs = needs;
  }

  rowOf(id: Case['id']): StoredSubmission | undefined {
    return this.#needs.seen.submissions.get(id);
  }

  /** @param locked the agents who can unlock */
  whoIsHere(locked: readonly AgentRow[]): AgentRow | undefined {
    const [first] = inOrder(locked);
    const here = locked.find(({ id }) => id === this.#here) ?? first;
    this.#here = here?.id ?? null;
    return here;
  }

  /** Called after the phone was locked. Another agent may pick it up next. */
  changesHands(locked: readonly AgentRow[]): void {
    if (this.random() < this.life.changesHands) this.#here = pick(inOrder(locked), this.random).id;
  }

  /** Called once the faults stopped. An agent comes back if one of the agent's forms needs a correction, or is sent only while unlocked. */
  comesBack(locked: readonly AgentRow[]): void {
    const waited = inOrder(locked).filter(({ id }) => this.#waitFor(id));
    const isHereWaited = waited.some(({ id }) => id === this.#here);
    if (waited.length === 0 || (isHereWaited && this.random() < 0.7)) return;
    this.#here = pick(waited, this.random).id;
  }

  #waitFor(agent: string): boolean {
    return this.#needs.cases.some(({ id, removal }) => {
      const row = this.rowOf(id);
      if (row?.agent !== agent || removal !== 'no') return false;
      return row.status === 'rejected' || isHeldBack(row);
    });
  }

  /**
   * Checks a page that the agent `own` has just unlocked. The page must open and list this agent's forms. It must not open or list a form
   * of another agent with a lock.
   */
  async looksIn(own: string, { looksAt, shown }: Looked): Promise<void> {
    const { cases, seen } = this.#needs;
    const { counted, listed } = await shown();
    if (counted !== listed.length)
      throw new Violation('S4', `a page lists ${listed.length} submissions, and counts ${counted}`);
    for (const { id, number } of cases) {
      const row = seen.submissions.get(id);
      if (row === undefined) continue;
      const opens = typeof (await looksAt(id)) === 'object';
      if (row.agent === own) {
        if (row.status !== 'delivered' && !opens)
          throw new Violation('S4', `submission ${number} does not open for its agent`);
        if (!listed.includes(id))
          throw new Violation('S4', `submission ${number} is not listed for its agent`);
        if (seen.agents.get(own)?.sendsOnlyUnlocked && isSentAlone(row))
          throw new Violation(
            'S4',
            `the worker can decrypt submission ${number}, which waits for its agent`,
          );
        continue;
      }
      const other = seen.agents.get(String(row.agent));
      if (other === undefined || !hasLock(other)) continue;
      if (opens) throw new Violation('S4', `submission ${number} opens to another agent`);
      if (listed.includes(id))
        throw new Violation('S4', `submission ${number} is listed to another agent`);
    }
  }
}

const isSentAlone = (row: StoredSubmission): boolean =>
  row.status === 'queued' && areKeys(row.keys) && row.keys.q !== undefined;

/** Sorts by label, so that the order is the same on every store. */
const inOrder = (agents: readonly AgentRow[]): readonly AgentRow[] =>
  [...agents].sort((one, other) => (labelOf(one) < labelOf(other) ? -1 : 1));
