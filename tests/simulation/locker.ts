import type { AgentRow } from '../../src/store/format/rows.ts';
import { hasLock } from '../../src/store/keys/agent-access.ts';
import type { Case } from './case.ts';
import type { LockLife } from './lock-life.ts';
import type { Page } from './page.ts';
import type { Tally } from './tally.ts';
import { isHeldBack, type Team } from './team.ts';
import { Violation } from './violation.ts';

type Needs = Readonly<{
  life: LockLife;
  /** Null: only one agent uses the phone. */
  team: Team | null;
  random: () => number;
  tally: Tally;
  agents: () => readonly AgentRow[];
  cases: readonly Case[];
  pages: () => readonly Page[];
  /** Deletes a form for good. Returns false if the form still exists. */
  remove: (of: Case, page: Page) => Promise<boolean>;
}>;

/**
 * The PINs and codes that the person knows for an agent's lock, the newest first. Until a change is confirmed, the previous PIN or code may
 * still be the valid one. Either the new or the previous one is always valid.
 */
type Known = Readonly<{ pins: readonly string[]; codes: readonly string[] }>;

const nothingKnown: Known = { pins: [], codes: [] };

/** The person's actions with the lock. */
export class Locker {
  /** True once the faults stopped. Then the person changes and forgets nothing any more. */
  isCalm = false;
  readonly #needs: Needs;
  /** By the agent's id. For an added agent: by label, until the person's first change stores it by id. */
  readonly #known = new Map<string, Known>();
  #made = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Locks every page at once. A page's running work continues, or fails. */
  async lockAll(): Promise<void> {
    const locked = this.#locked();
    if (locked.length === 0) return;
    this.#needs.tally.count('locked');
    for (const page of this.#needs.pages()) page.lock.lockNow();
    this.#needs.team?.changesHands(locked);
    for (const page of this.#needs.pages()) await this.#looksIn(page, locked);
  }

  /** The person who picks up a locked phone can see only that an agent's forms exist. */
  async #looksIn(page: Page, locked: readonly AgentRow[]): Promise<void> {
    for (const { id, number } of this.#needs.cases) {
      if (!locked.some((agent) => page.lock.isOf(id, agent.id))) continue;
      if (typeof (await page.lock.looksAt(id)) === 'object')
        throw new Violation('S4', `a page that is locked shows submission ${number}`);
    }
  }

  /** Called before each action of the person. Unlocks the pages. Returns false if the phone stays locked for now. */
  async ready(): Promise<boolean> {
    const { life, random, team } = this.#needs;
    if (this.isCalm) team?.comesBack(this.#locked());
    for (const page of this.#needs.pages()) if (!(await this.#opened(page))) return false;
    // On a shared phone the lock changes more often, because somebody must first add a second agent.
    const changes = team === null ? life.changes : Math.max(life.changes, 0.6);
    if (!this.isCalm && random() < changes) await this.#changes();
    return true;
  }

  #locked(): readonly AgentRow[] {
    return this.#needs.agents().filter(hasLock);
  }

  #whoIsHere(): AgentRow | undefined {
    const locked = this.#locked();
    const { team } = this.#needs;
    return team === null ? locked[0] : team.whoIsHere(locked);
  }

  async #opened(page: Page): Promise<boolean> {
    const { life, random } = this.#needs;
    const agent = this.#whoIsHere();
    if (agent === undefined) return true;
    const { holder } = page.lock;
    if (holder !== null && (this.#needs.team === null || holder === agent.id)) return true;
    // Two agents cannot have the phone unlocked at the same time.
    if (holder !== null) page.lock.lockNow();
    if (this.isCalm || random() >= life.forgets) return this.#byPin(page, agent.id);
    return random() < life.hasCode
      ? this.#byCode(page, agent.id)
      : this.#startsAgain(page, agent.id);
  }

  async #byPin(page: Page, agent: string): Promise<boolean> {
    for (const pin of this.#of(agent).pins) {
      const { status } = await this.#unlocks(page, agent, 'pin', pin);
      if (status === 'unlocked') return true;
      // A wipe removed an added agent before any copy had the agent.
      if (status === 'lost' && !this.#locked().some(({ id }) => id === agent)) return false;
      if (status === 'lost')
        throw new Violation('S5', 'an agent has no PIN any more, or lost the secret of it');
      if (status !== 'wrong') return false;
      // After a wrong PIN the phone soon makes the person wait. So the next attempt begins with another PIN.
      const { codes, pins } = this.#of(agent);
      this.#known.set(agent, { codes, pins: [...pins.filter((other) => other !== pin), pin] });
    }
    if (this.#locked().some(({ id }) => id === agent))
      throw new Violation('S5', 'neither the new PIN nor the one before opens');
    return false;
  }

  async #unlocks(page: Page, agent: string, way: 'pin' | 'recovery', text: string) {
    const { team } = this.#needs;
    if (team === null) return page.lock.unlock(agent, way, text);
    const looks = () => team.looksIn(agent, page.lock);
    const result = await page.lock.unlock(agent, way, text, looks);
    if (result.status !== 'unlocked') return result;
    await page.lock.letsGo();
    page.sendWhatWaited();
    return result;
  }

  async #byCode(page: Page, agent: string): Promise<boolean> {
    this.#needs.tally.count('PIN forgotten, with the code');
    for (const code of this.#of(agent).codes) {
      const { status } = await this.#unlocks(page, agent, 'recovery', code);
      if (status === 'locked') return false;
      if (status !== 'unlocked') continue;
      const pin = this.#newPin();
      this.#learn(agent, { pins: [pin] });
      const set = await page.lock.newPinAfterRecovery(pin);
      const isSet = set.status === 'done' || set.status === 'doneButLocked';
      await this.#kept(page, agent, isSet, { pins: [pin] });
      return true;
    }
    if (this.#locked().some(({ id }) => id === agent))
      throw new Violation('S5', 'neither the new code nor the one before opens');
    return false;
  }

  /** Resets the agent. Deletes the forms that need a person first. Submitted forms stay, and the worker sends them. */
  async #startsAgain(page: Page, agent: string): Promise<boolean> {
    this.#needs.tally.count('PIN forgotten, without the code');
    for (const of of this.#needs.cases) {
      const row = page.seen(of.id);
      if (of.removal !== 'no' || row === undefined || !page.lock.isOf(of.id, agent)) continue;
      if (
        (row.status === 'draft' || row.status === 'rejected' || this.#isHeldBack(of)) &&
        !(await this.#needs.remove(of, page))
      )
        return false;
    }
    const isShared = this.#locked().length > 1;
    const { status } = await page.lock.startAgain(agent, () => {
      if (isShared) this.#receiptsAsked(page, agent);
    });
    if (status !== 'done') return false;
    for (const other of this.#needs.pages()) other.lock.lockNow();
    await page.lock.follow();
    return true;
  }

  async #changes(): Promise<void> {
    const [page] = this.#needs.pages();
    if (page === undefined) return;
    const agent = page.lock.holder;
    if (agent === null) return this.#sets(page);
    const [pin = ''] = this.#of(agent).pins;
    if (this.#needs.team && (await this.#changesTeam(this.#needs.team, page, agent, pin))) return;
    const roll = this.#needs.random();
    if (roll < 0.4) return this.#changesPin(page, agent, pin);
    if (roll < 0.7) return this.#makesCode(page, agent, pin);
    return this.#takesOff(page, agent, pin);
  }

  /** Adds an agent, removes one or changes a setting. Returns false if it does none of these this time. */
  async #changesTeam(
    { life, random }: Team,
    page: Page,
    agent: string,
    pin: string,
  ): Promise<boolean> {
    const isAlone = this.#locked().length < 2;
    if (random() < (isAlone ? life.adds : 0)) await this.#adds(page, agent);
    else if (random() < (isAlone ? 0 : life.leaves)) await this.#leaves(page, agent, pin);
    else if (random() < life.chooses) await this.#chooses(page, agent);
    else return false;
    return true;
  }

  /** Adds an agent. On a shared phone, each agent has a different label. */
  async #adds(page: Page, agent: string): Promise<void> {
    this.#needs.tally.count('another agent added');
    const own = this.#needs.agents().find(({ id }) => id === agent);
    if (own?.label === undefined && (await page.lock.setLabel(this.#newLabel())).status !== 'done')
      return;
    const [label, pin] = [this.#newLabel(), this.#newPin()];
    const made = await page.lock.prepareAgent(label, pin);
    if (made.status !== 'ready') return;
    this.#known.set(label, { pins: [pin], codes: [made.code] });
    await page.lock.finish(made);
    await page.lock.follow();
  }

  /** Removes the agent from the phone, with the agent's receipts. */
  async #leaves(page: Page, agent: string, pin: string): Promise<void> {
    this.#needs.tally.count('an agent leaves');
    let receipts: readonly Case[] = [];
    const { status } = await page.lock.removeAgent(pin, () => {
      receipts = this.#receiptsAsked(page, agent);
    });
    if (status !== 'done') {
      for (const of of receipts) of.removal = 'no';
      return;
    }
    this.#needs.tally.count('an agent left');
    for (const other of this.#needs.pages()) other.lock.lockNow();
    await page.lock.follow();
  }

  /** Marks the agent's receipts, because the next action deletes them. */
  #receiptsAsked(page: Page, agent: string): readonly Case[] {
    const receipts = this.#needs.cases.filter(
      ({ id, removal }) =>
        removal === 'no' && page.lock.isOf(id, agent) && page.seen(id)?.status === 'delivered',
    );
    for (const of of receipts) of.removal = 'asked';
    return receipts;
  }

  async #chooses(page: Page, agent: string): Promise<void> {
    const own = this.#needs.agents().find(({ id }) => id === agent);
    const sends = own?.sendsOnlyUnlocked === true;
    this.#needs.tally.count(sends ? 'sent with nobody there' : 'sent only while unlocked');
    await page.lock.setSendsWhileLocked(sends);
    await page.lock.letsGo();
    await page.lock.follow();
    page.sendWhatWaited();
  }

  #isHeldBack({ id }: Case): boolean {
    const row = this.#needs.team?.rowOf(id);
    return row !== undefined && isHeldBack(row);
  }

  async #sets(page: Page): Promise<void> {
    if (this.#locked().length > 0) return;
    this.#needs.tally.count('a lock set');
    const pin = this.#newPin();
    const made = await page.lock.prepareLock(pin);
    if (made.status !== 'ready') return;
    const [agent] = this.#needs.agents().filter(({ wraps }) => wraps.length > 0);
    const learnt = { pins: [pin], codes: [made.code] };
    for (const { id } of this.#needs.agents()) this.#learn(id, learnt);
    const isDone = (await page.lock.finish(made)).status === 'done';
    if (agent === undefined) return;
    if (isDone) page.lock.holder = this.#locked()[0]?.id ?? null;
    await this.#kept(page, page.lock.holder ?? agent.id, isDone, learnt);
  }

  async #changesPin(page: Page, agent: string, old: string): Promise<void> {
    this.#needs.tally.count('PIN changed');
    const pin = this.#newPin();
    this.#learn(agent, { pins: [pin] });
    const { status } = await page.lock.changePin(old, pin);
    await this.#kept(page, agent, status === 'done', { pins: [pin] });
  }

  async #makesCode(page: Page, agent: string, pin: string): Promise<void> {
    this.#needs.tally.count('a new code');
    const made = await page.lock.prepareNewCode(pin);
    if (made.status !== 'ready') return;
    this.#learn(agent, { codes: [made.code] });
    const isDone = (await page.lock.finish(made)).status === 'done';
    await this.#kept(page, agent, isDone, { codes: [made.code] });
  }

  async #takesOff(page: Page, agent: string, pin: string): Promise<void> {
    this.#needs.tally.count('a lock taken off');
    if ((await page.lock.removeLock(pin)).status !== 'done') return;
    for (const other of this.#needs.pages()) other.lock.lockNow();
    await this.#kept(page, agent, true, {});
  }

  /** Forgets the previous PINs and codes once the copies have the change. Until then, a wipe restores the state before the change. */
  async #kept(page: Page, agent: string, isDone: boolean, alone: Partial<Known>): Promise<void> {
    if (!isDone) return;
    if (await page.lock.follow()) this.#known.set(agent, { ...this.#of(agent), ...alone });
  }

  #of(agent: string): Known {
    const { label = '' } = this.#needs.agents().find(({ id }) => id === agent) ?? {};
    return this.#known.get(agent) ?? this.#known.get(label) ?? nothingKnown;
  }

  #learn(agent: string, { codes = [], pins = [] }: Partial<Known>): void {
    const known = this.#of(agent);
    this.#known.set(agent, {
      pins: [...pins, ...known.pins],
      codes: [...codes, ...known.codes],
    });
  }

  #newLabel(): string {
    this.#made += 1;
    return `Agent ${this.#made}`;
  }

  #newPin(): string {
    this.#made += 1;
    return `boterham nommer ${this.#made}`;
  }
}
