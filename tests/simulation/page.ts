import type { BeginFacts } from '../../src/domain/announced.ts';
import type { SubmissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import {
  type DeletedDraft,
  deleteDraft,
} from '../../src/features/outbox/submission/delete-draft.ts';
import { cleanUpKeys } from '../../src/services/clean-up-keys.ts';
import type { BegunCorrection } from '../../src/store/drafts/begin-correction.ts';
import type { AgentRow } from '../../src/store/format/rows.ts';
import { madeAtAfter } from '../../src/store/keys/available-secrets.ts';
import { drain, pageLimits, syncEventLimits } from '../../src/sync/drain/drain.ts';
import type { SyncPorts } from '../../src/sync/ports/ports.ts';
import { repairFromSecondCopy } from '../../src/sync/second-copy/repair.ts';
import {
  backToDraft,
  keepDraftCopy,
  removeSubmission,
  sendNow,
  sendRest,
  startCorrection,
} from '../../src/sync/submit/after-submit.ts';
import { cleanUpSecrets } from '../../src/sync/submit/secret-cleanup.ts';
import { submit } from '../../src/sync/submit/submit.ts';
import type { DrainReason } from '../../src/sync/worker-messages.ts';
import type { KeyedLock } from '../support/fakes/memory-lock-store.ts';
import type { Case } from './case.ts';
import type { Device } from './device.ts';
import type { Disk, Edit, Process, Shown } from './disk.ts';
import { LockInHand } from './lock-in-hand.ts';
import type { Oracle } from './oracle.ts';
import type { Actor, Scheduler, Task } from './scheduler.ts';

/** The page was killed before the action ended. The result of the action is unknown. */
export class PageDied extends Error {}

export type ActorNeeds = Readonly<{
  scheduler: Scheduler;
  device: Device;
  disk: Disk;
  oracle: Oracle;
  /** Called with each unexpected error of the app. */
  failed: (error: unknown) => void;
  /** Asks the worker for a drain. Returns false if no worker was asked. */
  wakeWorker: () => boolean;
  /** The agent of a form. */
  agentOf: (id: SubmissionId) => AgentRow | undefined;
  areAgentsCopied: () => boolean;
  /** The lock of a new page, perhaps with a planted mistake. */
  lockOf: (lock: KeyedLock) => KeyedLock;
  /** The content of the page's lists, perhaps with a planted mistake. */
  shownOf: (shown: Shown) => Shown;
  /** Returns true if a new form may begin. */
  mayBegin: (begin: BeginFacts) => boolean;
  /** Begins a correction, perhaps with a planted mistake. */
  beginsCorrection: (
    of: SubmissionId,
    begin: () => Promise<BegunCorrection>,
  ) => Promise<BegunCorrection>;
  /** Called when a start begins. Call the returned function when the start has repaired the earlier losses. */
  starting: () => () => void;
}>;

/** The app's own numbers: a refill starts below `FEW_AVAILABLE` secrets, and ends at `SPARES`. */
const FEW_AVAILABLE = 16;
const SPARES = 24;

const WAKE_EVERY_MS = 300_000;

/** A page of the app: repairs at its start, drains when there is a reason, and does what the person wants. */
export class Page {
  readonly actor: Actor;
  readonly ports: SyncPorts;
  readonly lock: LockInHand;
  readonly #process: Process;
  readonly #needs: ActorNeeds;
  #nextWake: Task | null = null;
  readonly #onDeath = new Set<(error: PageDied) => void>();

  constructor(actor: Actor, ports: SyncPorts, process: Process, needs: ActorNeeds) {
    this.actor = actor;
    this.ports = ports;
    this.#process = process;
    this.#needs = needs;
    const { agentOf, areAgentsCopied: areCopied, lockOf, shownOf } = needs;
    this.lock = new LockInHand({
      ports,
      process,
      lock: lockOf(process.lock),
      shown: async () => shownOf(await process.shown()),
      run: (label, work) => this.#untilDeath(this.#op(label, work)),
      untilDeath: (work) => this.#untilDeath(work),
      agentOf,
      areCopied,
    });
  }

  start(): void {
    const { failed, oracle, starting } = this.#needs;
    const started = starting();
    repairFromSecondCopy(this.ports)
      .then(async (repair) => {
        oracle.repaired(repair);
        await this.#tendKeys(started);
      })
      .catch(failed);
    this.wake('start');
    this.#everyFiveMinutes();
  }

  async #tendKeys(started: () => void): Promise<void> {
    const { disk } = this.#needs;
    const countOf = (status: Submission['status']): number =>
      disk.seen.all().filter((row) => row.status === status).length;
    const [draft, queued, rejected] = [countOf('draft'), countOf('queued'), countOf('rejected')];
    const counts = { draft, queued, rejected, delivered: countOf('delivered') };
    const store = {
      queries: { counts: () => ({ read: async () => counts }) },
      needsSecretCleanup: () => this.#op('secrets looked at', disk.needsSecretCleanup),
      overwritePlaintext: async () => undefined,
    };
    await cleanUpKeys(store, async () => ({
      cleanUpKeys: async () => {
        await cleanUpSecrets(this.ports);
        started();
        await this.#refill();
      },
    }));
  }

  async #refill(): Promise<void> {
    const { device, disk } = this.#needs;
    const { count, enter, make } = disk.reserve;
    const spare = await this.#op('spares counted', count);
    if (spare >= FEW_AVAILABLE) return;
    for (let left = SPARES - spare; left > 0; left -= 1) {
      const name = await this.#op('a secret made', make);
      const spares = [...disk.seen.secretNames.values()].filter(({ state }) => state === 'spare');
      const newest = spares.map(({ madeAt }) => madeAt).toSorted((one, other) => one - other);
      const madeAt = madeAtAfter(newest.at(-1), device.now());
      await this.#op('a secret entered', () => enter(name, madeAt));
    }
  }

  #op<T>(label: string, work: () => Promise<T>): Promise<T> {
    return this.#needs.device.op(this.actor, label, work);
  }

  #everyFiveMinutes(): void {
    const { name } = this.actor;
    this.#needs.scheduler.add(this.actor, `${name} looks`, WAKE_EVERY_MS, () => {
      this.wake('timer');
      this.#everyFiveMinutes();
    });
  }

  wake(reason: DrainReason): void {
    if (this.actor.alive && !this.#needs.wakeWorker()) this.#drains(reason);
  }

  /** Called after an unlock. This page sends the forms that can be sent only while their agent is unlocked. */
  sendWhatWaited(): void {
    if (this.actor.alive) this.#drains('start');
  }

  #drains(reason: DrainReason): void {
    const { signal } = new AbortController();
    drain(this.ports, { ...pageLimits, reason, signal }).then((result) => {
      if (result.status === 'drained') this.#scheduleWake(result.nextAt);
    }, this.#needs.failed);
  }

  #scheduleWake(nextAt: number | null): void {
    const { device, scheduler } = this.#needs;
    if (this.#nextWake !== null) scheduler.cancel(this.#nextWake);
    const pause = nextAt === null ? WAKE_EVERY_MS : Math.max(nextAt - device.now(), 1000);
    if (pause < WAKE_EVERY_MS)
      this.#nextWake = scheduler.add(this.actor, `${this.actor.name} tries again`, pause, () =>
        this.wake('timer'),
      );
  }

  die(): void {
    for (const reject of this.#onDeath) reject(new PageDied());
    this.#onDeath.clear();
  }

  /** Returns the result of an action. Rejects with `PageDied` if the page is killed first. */
  #untilDeath<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.actor.alive) return reject(new PageDied());
      this.#onDeath.add(reject);
      work.then(resolve, reject).finally(() => this.#onDeath.delete(reject));
    });
  }

  /** The submission as the screen shows it. */
  seen(id: SubmissionId): Submission | undefined {
    return this.#needs.disk.seen.submission(id);
  }

  /** Returns true if a new form may begin, as Home shows it. */
  mayBegin = (): Promise<boolean> =>
    this.#untilDeath(
      this.#op('limits looked at', async () => {
        const { begin } = await this.#process.store.verdictTimes(this.#needs.device.now());
        return this.#needs.mayBegin(begin);
      }),
    );

  /**
   * Presses 'Start the correction' of a returned form.
   * @param id the id of the new draft
   */
  beginCorrection = (of: SubmissionId, id: SubmissionId): Promise<BegunCorrection> =>
    this.#untilDeath(
      this.#op('correction begun', () =>
        this.#needs.beginsCorrection(of, () =>
          this.#process.beginCorrection(of, { at: this.#needs.device.now(), id }),
        ),
      ),
    );

  /** Reads the form as it is stored, before an action on it. */
  async readForm(of: Case): Promise<void> {
    const contents = await this.#untilDeath(this.ports.store.contents(of.id));
    if (contents === undefined || contents === 'unreadable') return;
    of.values = contents.draft.values;
    of.files = contents.attachments.filter(({ kind }) => kind !== 'signature');
  }

  sealed = (...given: Parameters<SyncPorts['store']['sealed']>) =>
    this.#untilDeath(this.ports.store.sealed(...given));

  restore = (...given: Parameters<SyncPorts['store']['restore']>) =>
    this.#untilDeath(this.ports.store.restore(...given));

  edit = (id: SubmissionId, change: Edit) =>
    this.#untilDeath(
      this.#needs.device.op(this.actor, 'edit', () => this.#process.edit(id, change)),
    );

  submit = (id: SubmissionId, signature: Blob | null) =>
    this.#untilDeath(submit(this.ports, id, signature));

  backToDraft = (id: SubmissionId) => this.#untilDeath(backToDraft(this.ports, id));
  startCorrection = (id: SubmissionId) => this.#untilDeath(startCorrection(this.ports, id));
  sendRest = (id: SubmissionId) => this.#untilDeath(sendRest(this.ports, id));
  remove = (id: SubmissionId) => this.#untilDeath(removeSubmission(this.ports, id));

  deleteDraft = (id: SubmissionId) =>
    this.#untilDeath(
      deleteDraft(
        this.ports.store,
        async () => (await removeSubmission(this.ports, id)).status === 'removed',
        id,
      ),
    );

  undo = (deleted: Extract<DeletedDraft, { status: 'deleted' }>) =>
    this.#untilDeath(deleted.undo());

  keepDraftCopy = (id: SubmissionId) => this.#untilDeath(keepDraftCopy(this.ports, id));
  sendNow = (id: SubmissionId | undefined) => this.#untilDeath(sendNow(this.ports, id));
}

/** Runs a worker that lives for one event, and at most as long as browsers allow. */
export function runWorker(
  actor: Actor,
  ports: SyncPorts,
  { device, failed, oracle, scheduler }: ActorNeeds,
  reason: DrainReason,
  ended: (isWorkLeft: boolean) => void,
): void {
  const event = async (): Promise<void> => {
    if ((await ports.store.sentinel()) === null) oracle.repaired(await repairFromSecondCopy(ports));
    const { signal } = new AbortController();
    const result = await drain(ports, { ...syncEventLimits, reason, signal });
    ended(result.status === 'busy' || result.waiting > 0);
  };
  event()
    .catch((error: unknown) => {
      failed(error);
      ended(true);
    })
    .finally(() => device.kill(actor));
  scheduler.add(actor, `${actor.name} is stopped`, 180_000, () => device.kill(actor));
}
