import type { OutboxStore } from '../../src/store/outbox/outbox-port.ts';
import type { SecondCopy } from '../../src/store/second-copy/second-copy.ts';
import type { Lock, SyncPorts } from '../../src/sync/ports/ports.ts';
import { type CopyDisk, createMemoryCopy } from '../support/fakes/memory-second-copy.ts';
import { digest, isUnreadable } from './digest.ts';
import type { Disk, Process } from './disk.ts';
import { jpegOf } from './files.ts';
import type { Network } from './network.ts';
import type { Oracle } from './oracle.ts';
import type { Photos } from './photos.ts';
import { Actor, type Scheduler, type Task } from './scheduler.ts';
import type { Swarm } from './swarm.ts';
import type { Tally } from './tally.ts';
import type { VerdictChecks } from './verdict-checks.ts';

type Needs = Readonly<{
  scheduler: Scheduler;
  random: () => number;
  oddRandom: () => number;
  swarm: Swarm;
  disk: Disk;
  copyDisk: CopyDisk;
  oracle: Oracle;
  photos: Photos;
  verdicts: VerdictChecks;
  looksOffline: () => boolean;
  tally: Tally;
  onKilled: (actor: Actor) => void;
  /** Called after a file of a copy was written. */
  copied: (folder: string, name: string) => void;
}>;

/** Writes that enlarge the store. They may fail on a full disk. */
const growing: ReadonlySet<string> = new Set([
  'store.freeze',
  'store.putBytes',
  'store.change',
  'store.restore',
  'store.undoRemoval',
  'store.record postponed',
  'store.changeHold',
  'store.addToPool',
  'store.saveVerdicts',
]);

/** The phone: its clock, its disk, its locks, and the pages and workers that live on it. */
export class Device {
  /** True while faults happen. */
  isStormy = true;
  /** The wall clock minus the ticks. */
  #offset = Date.UTC(2026, 5, 1, 8);
  readonly actors = new Set<Actor>();
  readonly #locks = new Map<string, Actor>();
  readonly #needs: Needs;
  #ids = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  readonly now = (): number => this.#offset + this.#needs.scheduler.ticks;

  jump(ms: number): void {
    this.#offset += ms;
    this.#needs.oracle.forgetWaits();
  }

  /** Unique ids whose order says nothing about their age. */
  readonly newId = (): string => {
    this.#ids += 1;
    const scattered = Math.imul(this.#ids, 0x9e3779b1) >>> 0;
    return `${scattered.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  };

  start(name: string, kind: Actor['kind']): Actor {
    const actor = new Actor(name, kind);
    this.actors.add(actor);
    return actor;
  }

  kill(actor: Actor): void {
    if (!actor.alive) return;
    this.#needs.scheduler.kill(actor);
    this.actors.delete(actor);
    this.releaseLocks(actor);
    this.#needs.oracle.forgetWaits();
    this.#needs.onKilled(actor);
  }

  /** Freezes an actor, as the back-forward cache or a sleeping phone does. The actor may lose its locks without noticing. */
  freeze(actor: Actor, ms: number, losesLocks: boolean): void {
    actor.frozenUntil = this.#needs.scheduler.ticks + ms;
    this.#needs.oracle.leased(actor.frozenUntil);
    if (losesLocks) this.releaseLocks(actor);
    this.#needs.oracle.forgetWaits();
  }

  releaseLocks(actor: Actor): void {
    for (const [name, holder] of this.#locks) if (holder === actor) this.#locks.delete(name);
  }

  /** Decides whether the actor is killed at this await. Returns true if the actor is now dead. */
  readonly dies = (actor: Actor): boolean => {
    const { random, swarm } = this.#needs;
    if (!this.isStormy || swarm.kill === 0 || random() >= swarm.kill) return false;
    this.#needs.tally.count('killed at an await');
    this.kill(actor);
    return true;
  };

  portsOf(actor: Actor, network: Network, { keepAnnounced, store }: Process): SyncPorts {
    const { copyDisk, disk, photos, random, scheduler, swarm } = this.#needs;
    return {
      clock: {
        now: this.now,
        ticks: () => scheduler.ticks,
        sleep: (ms, signal) => this.#sleep(actor, ms, signal),
      },
      random,
      newId: this.newId,
      api: { send: (request, options) => network.send(actor, request, options) },
      store: this.#storeOf(actor, store),
      secondCopy: {
        ...this.#each(actor, 'secondCopy', this.#partlyUnreadable(this.#noting(copyDisk))),
        state: async () => (this.#needs.swarm.hasSecondCopy ? 'open' : 'absent'),
      },
      lock: this.#lockOf(actor),
      digest,
      looksOffline: this.#needs.looksOffline,
      connection: photos.link,
      jpegOf,
      locationWithoutFix: null,
      readable: async (bytes) => !isUnreadable(bytes),
      deviceIdentifier: async () => 'the device',
      onInfo: async ({ accepts, isRevoked, policy }) => {
        const limits = { ...(isRevoked && { isRevoked }), ...(policy && { policy }) };
        if (swarm.verdicts !== null)
          await this.op(actor, 'announcement kept', () => keepAnnounced({ accepts, ...limits }));
      },
      accepts: async (what) => (disk.seen.announced?.accepts.includes(what) ? true : null),
    };
  }

  /** Runs one operation of an actor when the scheduler chooses it. The operation runs completely or not at all. */
  op<T>(actor: Actor, label: string, work: () => Promise<T>): Promise<T> {
    const { disk, oddRandom, random, scheduler, swarm } = this.#needs;
    const name = `${actor.name} ${label}`;
    return new Promise((resolve, reject) => {
      const resume = (then: () => void): void => {
        if (swarm.lateResumes) scheduler.add(actor, `${name} goes on`, 0, then);
        else then();
      };
      scheduler.add(actor, name, 0, async () => {
        if (this.#isFull(label)) {
          this.#needs.oracle.forgetWaits();
          this.#needs.tally.count('full disk');
          reject(new DOMException('The disk is full.', 'QuotaExceededError'));
          return;
        }
        if (this.#diesInside(label)) {
          // The open transaction of the killed process is undone or committed.
          await disk.killedIn(oddRandom() < 0.5 ? 0 : 1, work);
          this.kill(actor);
          return;
        }
        // Half of the kills come before the effect, half after it and before the caller gets the result.
        const comesFirst = this.isStormy && swarm.kill > 0 && random() < 0.5;
        if (comesFirst && this.dies(actor)) return;
        await work().then(
          (value) => {
            if (comesFirst || !this.dies(actor)) resume(() => resolve(value));
          },
          (error: unknown) => resume(() => reject(error)),
        );
      });
    });
  }

  /** Decides whether the process is killed in the middle of this operation. */
  #diesInside(label: string): boolean {
    const { oddRandom, swarm, tally } = this.#needs;
    if (swarm.odd.killInside === 0) return false;
    // A run reads few pages of verdicts, so a kill inside one would be too rare.
    const rate = label === 'store.saveVerdicts' ? 0.2 : swarm.odd.killInside;
    if (!this.isStormy || !label.startsWith('store.') || oddRandom() >= rate) return false;
    tally.count('killed inside the store');
    return true;
  }

  #isFull(label: string): boolean {
    const { random, swarm } = this.#needs;
    if (!this.isStormy) return false;
    if (label === 'secondCopy.put') return swarm.copyQuota > 0 && random() < swarm.copyQuota;
    return swarm.quota > 0 && growing.has(label) && random() < swarm.quota;
  }

  /** Wraps every function of a port. Each call becomes an operation of the actor. */
  #each<Port extends object>(actor: Actor, portName: string, port: Port): Port {
    const made: Record<string, unknown> = {};
    for (const [name, run] of Object.entries(port)) {
      if (typeof run !== 'function') continue;
      const label = `${portName}.${name}`;
      made[name] = (...given: unknown[]) => this.op(actor, label, () => run(...given));
    }
    // The object has the same names, and each function has the same type.
    return made as Port;
  }

  #noting(copyDisk: CopyDisk): SecondCopy {
    const secondCopy = createMemoryCopy(copyDisk);
    return {
      ...secondCopy,
      put: async (folder, name, bytes) => {
        await secondCopy.put(folder, name, bytes);
        this.#needs.copied(folder, name);
      },
    };
  }

  #partlyUnreadable(secondCopy: SecondCopy): SecondCopy {
    return {
      ...secondCopy,
      get: (folder, name) =>
        this.#unlessUnreadable('secondCopy', folder, () => secondCopy.get(folder, name)),
      getText: (folder, name) =>
        this.#unlessUnreadable('secondCopy', folder, () => secondCopy.getText(folder, name)),
    };
  }

  async #unlessUnreadable<T>(
    place: 'secondCopy' | 'store',
    id: string | undefined,
    read: () => Promise<T>,
  ): Promise<T> {
    const { disk, oracle, swarm } = this.#needs;
    const { unreadable } = swarm.odd;
    const [victim] = oracle.cases;
    const isMeant = unreadable === place || unreadable === 'both';
    if (!isMeant || victim === undefined || victim.id !== id) return read();
    // Reads fail only after Submit, because a page does not submit a form that it cannot read.
    const row = disk.seen.submissions.get(victim.id);
    if (row === undefined || row.status === 'draft' || row.mirrored !== true) return read();
    oracle.excusedFaults.add(victim.id);
    throw new DOMException('It can’t be read.', 'NotReadableError');
  }

  #storeOf(actor: Actor, store: OutboxStore): OutboxStore {
    const { disk, oracle, photos, verdicts } = this.#needs;
    const { bytes, payload } = store;
    return {
      ...this.#each(actor, 'store', {
        ...store,
        photoPolicy: async () => photos.rule(),
        payload: (id) => this.#unlessUnreadable('store', id, () => payload(id)),
        bytes: (id) => {
          const { submissionId } = disk.seen.attachments.get(id) ?? {};
          return this.#unlessUnreadable('store', submissionId, () => bytes(id));
        },
      }),
      change: (id, decide) =>
        this.op(actor, 'store.change', () =>
          store.change(id, (row) => {
            const event = decide(row);
            if (event?.event === 'waitEnded') oracle.waitEnded(row);
            return event;
          }),
        ),
      record: (owner, id, event) =>
        this.op(actor, `store.record ${event.event}`, async () => {
          const recorded = await store.record(owner, id, event);
          oracle.recorded(owner, event, recorded);
          if (event.event === 'sendStarted' && recorded.status === 'recorded')
            photos.sendStarted(recorded.submission, event.stepId, actor.frozenUntil);
          return recorded;
        }),
      changeHold: (change) =>
        this.op(actor, 'store.changeHold', () =>
          store.changeHold((stored) => {
            const hold = change(stored);
            if (hold !== null) verdicts.holding(actor.name);
            return hold;
          }),
        ),
      beginReading: (device, now, readAt) =>
        this.op(actor, 'store.beginReading', async () => {
          const before = disk.seen.verdictsReadAt;
          const begun = await verdicts.around(() => store.beginReading(device, now, readAt));
          if (begun !== null) verdicts.began(now, before);
          return begun;
        }),
      saveVerdicts: (page) =>
        this.op(actor, 'store.saveVerdicts', async () => {
          await verdicts.around(() => store.saveVerdicts(page));
          verdicts.heardTime(page.now);
        }),
      acquireLease: (...given) =>
        this.#leasing(actor, 'acquireLease', async () => {
          const isMine = await store.acquireLease(...given);
          if (isMine) verdicts.showed(this.now());
          return isMine;
        }),
      renewLease: (...given) =>
        this.#leasing(actor, 'renewLease', () => store.renewLease(...given)),
    };
  }

  #leasing(actor: Actor, name: string, work: () => Promise<boolean>): Promise<boolean> {
    return this.op(actor, `store.${name}`, async () => {
      const isMine = await work();
      if (isMine) this.#needs.oracle.leased(this.#needs.scheduler.ticks);
      return isMine;
    });
  }

  get #hasLocks(): boolean {
    const { hasLocks, odd } = this.#needs.swarm;
    return hasLocks && odd.locksExclude;
  }

  #lockOf(actor: Actor): Lock {
    return {
      excludes: this.#hasLocks,
      ifFree: async (name, work) => {
        if (!this.#hasLocks) return { ran: true, value: await work() };
        const isMine = await this.op(actor, `lock ${name.slice(0, 11)}`, async () => {
          if (this.#locks.has(name)) return false;
          this.#locks.set(name, actor);
          return true;
        });
        if (!isMine) return { ran: false };
        try {
          return { ran: true, value: await work() };
        } finally {
          if (this.#locks.get(name) === actor) this.#locks.delete(name);
        }
      },
    };
  }

  #sleep(actor: Actor, ms: number, signal: AbortSignal): Promise<void> {
    const { scheduler } = this.#needs;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        scheduler.cancel(task);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const task: Task = scheduler.add(actor, `${actor.name} wakes`, ms, wake);
      signal.addEventListener('abort', wake);
    });
  }
}
