import type { SubmissionId } from '../../src/domain/ids.ts';
import type { AgentRow } from '../../src/store/format/rows.ts';
import { hasLock, isOpen } from '../../src/store/keys/agent-access.ts';
import type { PreparedCode } from '../../src/store/lock/lock-contract.ts';
import type { SyncPorts } from '../../src/sync/ports/ports.ts';
import { followAgents } from '../../src/sync/second-copy/agent-copies.ts';
import { removeSlotInCopy } from '../../src/sync/submit/secret-cleanup.ts';
import type { KeyedLock } from '../support/fakes/memory-lock-store.ts';
import type { Process, Shown } from './disk.ts';

type Needs = Readonly<{
  ports: SyncPorts;
  process: Process;
  lock: KeyedLock;
  shown: () => Promise<Shown>;
  /** Runs one operation of the page. Rejects once the page is dead. */
  run: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  untilDeath: <T>(work: Promise<T>) => Promise<T>;
  agentOf: (id: SubmissionId) => AgentRow | undefined;
  /** Returns true if each agent's copy is the same as the agent's row. */
  areCopied: () => boolean;
}>;

/** The lock in one page, as a person uses it. */
export class LockInHand {
  /** The agent who unlocked this page. Null: nobody did, or there is no lock. */
  holder: string | null = null;
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  lockNow(): void {
    this.holder = null;
    this.#needs.lock.lock();
  }

  /** True if this page may decrypt the form. Otherwise it may show only that the form exists. */
  mayOpen(id: SubmissionId): boolean {
    const agent = this.#needs.agentOf(id);
    return agent === undefined || isOpen(agent) || agent.id === this.holder;
  }

  /** Returns true if nobody can decrypt the form any more, because its agent has no key slot left. */
  isGivenUp(id: SubmissionId): boolean {
    return this.#needs.agentOf(id)?.wraps.length === 0;
  }

  /** True if the form belongs to another agent, who can unlock. */
  belongsToOther(id: SubmissionId): boolean {
    const agent = this.#needs.agentOf(id);
    return (
      this.holder !== null && agent !== undefined && hasLock(agent) && agent.id !== this.holder
    );
  }

  isOf(id: SubmissionId, agent: string): boolean {
    return this.#needs.agentOf(id)?.id === agent;
  }

  /** Reads the form as a page shows it, at once. The other tasks of the simulation wait. */
  readonly looksAt = (id: SubmissionId): Promise<unknown> => this.#needs.process.store.contents(id);

  readonly shown = (): Promise<Shown> => this.#needs.shown();

  /** @param looks checks the page's content after the unlock, before any other task runs */
  async unlock(
    agent: string,
    way: 'pin' | 'recovery',
    text: string,
    looks: () => Promise<void> = async () => undefined,
  ) {
    const result = await this.#run('unlock', async (lock) => {
      const tried = await lock.unlock(agent, way, text);
      if (tried.status === 'unlocked') await looks();
      return tried;
    });
    if (result.status === 'unlocked') this.holder = agent;
    return result;
  }

  prepareLock = (pin: string) => this.#run('prepareLock', (lock) => lock.prepareLock(pin));
  prepareNewCode = (pin: string) => this.#run('prepareNewCode', (lock) => lock.prepareNewCode(pin));
  finish = (made: PreparedCode) => this.#run('finish', () => made.finish());
  removeLock = (pin: string) => this.#run('removeLock', (lock) => lock.removeLock(pin));

  /** @param begins called just before the agent is reset */
  startAgain = (agent: string, begins: () => void) =>
    this.#run('startAgain', (lock) => {
      begins();
      return lock.resetAgent(agent, []);
    });

  changePin = (old: string, pin: string) =>
    this.#run('changePin', (lock) => lock.changePin(old, pin));

  newPinAfterRecovery = (pin: string) =>
    this.#run('newPinAfterRecovery', (lock) => lock.newPinAfterRecovery(pin));

  setLabel = (label: string) => this.#run('setLabel', (lock) => lock.setLabel(label));

  prepareAgent = (label: string, pin: string) =>
    this.#run('prepareAgent', (lock) => lock.prepareAgent(label, pin));

  /** @param begins called just before the agent is removed */
  removeAgent = (pin: string, begins: () => void) =>
    this.#run('removeAgent', (lock) => {
      begins();
      return lock.removeAgent(pin);
    });

  setSendsWhileLocked = (sends: boolean) =>
    this.#run('setSendsWhileLocked', (lock) => lock.setSendsWhileLocked(sends));

  /** Does the lock's work after it removed a sending slot. */
  async letsGo(): Promise<void> {
    const { ports, process, untilDeath } = this.#needs;
    for (const { before, id } of process.letGone())
      await untilDeath(removeSlotInCopy(ports, id, before).catch(() => undefined));
  }

  /** Does the lock's work after it replaced key slots. Returns true if the result is permanent. */
  async follow(): Promise<boolean> {
    const { areCopied, ports, process, untilDeath } = this.#needs;
    await untilDeath(followAgents(ports, process.replaced()).catch(() => undefined));
    return areCopied();
  }

  #run<T>(name: string, work: (lock: KeyedLock) => Promise<T>): Promise<T> {
    return this.#needs.run(`lock.${name}`, () => work(this.#needs.lock));
  }
}
