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
  /** One operation of the page; rejects once the page is dead. */
  run: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  untilDeath: <T>(work: Promise<T>) => Promise<T>;
  agentOf: (id: SubmissionId) => AgentRow | undefined;
  /** Whether the copies of all agents are as their rows. */
  areCopied: () => boolean;
}>;

/** The lock, as somebody has it in one page. */
export class LockInHand {
  /** Who has unlocked this page; null: nobody, or there is no lock. */
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

  /** Nobody opens it any more: its agent lost every way. */
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

  /** As a page shows it, at once: whatever else is going on waits. */
  readonly looksAt = (id: SubmissionId): Promise<unknown> => this.#needs.process.store.contents(id);

  readonly shown = (): Promise<Shown> => this.#needs.shown();

  /** @param looks at what it shows then, before anything else happens */
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
  startAgain = (agent: string) => this.#run('startAgain', (lock) => lock.resetAgent(agent));

  changePin = (old: string, pin: string) =>
    this.#run('changePin', (lock) => lock.changePin(old, pin));

  newPinAfterRecovery = (pin: string) =>
    this.#run('newPinAfterRecovery', (lock) => lock.newPinAfterRecovery(pin));

  setLabel = (label: string) => this.#run('setLabel', (lock) => lock.setLabel(label));

  prepareAgent = (label: string, pin: string) =>
    this.#run('prepareAgent', (lock) => lock.prepareAgent(label, pin));

  /** @param begins just before it is done */
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
