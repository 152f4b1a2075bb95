import type { FormId } from '../../src/domain/ids.ts';
import { isQuotaError } from '../../src/store/storage-errors.ts';
import type { SyncPorts } from '../../src/sync/ports/ports.ts';
import type { MirrorDisk } from '../support/memory-mirror.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { Agent } from './agent.ts';
import { Backend } from './backend.ts';
import { personal } from './case.ts';
import { Device } from './device.ts';
import type { Disk } from './disk.ts';
import { Fates } from './fates.ts';
import { placeForeignRows } from './foreign-rows.ts';
import { Losses } from './losses.ts';
import { Network } from './network.ts';
import { oddWeatherOf } from './odd-weather.ts';
import { drawOddities, noOddities } from './oddities.ts';
import { Oracle } from './oracle.ts';
import { type ActorNeeds, Page, PageDied, runWorker } from './page.ts';
import { type Actor, Scheduler } from './scheduler.ts';
import { drawSwarm, type Swarm } from './swarm.ts';
import type { Tally } from './tally.ts';
import type { Trace } from './trace.ts';
import { Violation } from './violation.ts';
import { weatherOf } from './weather.ts';

/** Wraps the app's ports with a mistake; may read the world. */
export type Sabotage = (ports: SyncPorts, world: World) => SyncPorts;

export type Played = Readonly<{ hasOddities: boolean; sabotage: Sabotage | null }>;

const minute = 60_000;
const hour = 60 * minute;
/** So many secrets lie ready. */
const RESERVE = 24;
/** Background Sync tries three times: at once, and after these waits (ms). */
const SYNC_WAITS_MS = [5 * minute, 15 * minute];

/** One phone, one backend and one agent, with the faults of a seed. */
export class World {
  readonly random: () => number;
  /** Random numbers for the oddities, so that they don't change the other stream. */
  readonly oddRandom: () => number;
  readonly swarm: Swarm;
  readonly scheduler: Scheduler;
  readonly disk: Disk;
  readonly mirrorDisk: MirrorDisk = new Map();
  readonly backend: Backend;
  readonly oracle: Oracle;
  readonly device: Device;
  readonly network: Network;
  readonly fates: Fates;
  readonly tally: Tally;
  readonly agent: Agent;
  readonly losses = new Losses();
  readonly pages = new Set<Page>();
  readonly #workers = new Set<Actor>();
  readonly #sabotage: Sabotage | null;
  readonly #excusedRemovals = new Set<string>();
  #lives = 0;
  #agentIsBusy = false;
  isStormy = true;
  failure: unknown = null;

  constructor(seed: number, disk: Disk, trace: Trace, tally: Tally, played: Played) {
    this.tally = tally;
    this.random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995);
    this.oddRandom = seededRandom(Math.imul(seed, 0x85ebca6b) ^ 0x3c6ef372);
    const odd = drawOddities(this.oddRandom);
    this.swarm = { ...drawSwarm(this.random), odd: played.hasOddities ? odd : noOddities };
    this.scheduler = new Scheduler(this.random, trace);
    this.disk = disk;
    this.#sabotage = played.sabotage;
    const { mirrorDisk, oddRandom, random, scheduler, swarm } = this;
    this.backend = new Backend(swarm, () => {
      // Not in seeds that wipe: the device then forgets which formGuids it received.
      const { guidTwice } = swarm.weather.includes('wipe') ? noOddities : swarm.odd;
      return this.isStormy && guidTwice > 0 && this.oddRandom() < guidTwice;
    });
    const { homes, split } = disk;
    const { hasMirror } = swarm;
    const { backend: server } = this;
    const seen = { disk: disk.seen, mirror: mirrorDisk, homes, hasMirror, backend: server, split };
    const excusedRemovals = this.#excusedRemovals;
    this.oracle = new Oracle(seen, { capabilities: swarm.backend, excusedRemovals });
    const { backend, oracle } = this;
    this.fates = new Fates({
      random,
      now: () => this.device.now(),
      ticks: () => scheduler.ticks,
      rates: swarm.network,
      tally,
      excuseRemoval: (id) => void excusedRemovals.add(id),
    });
    const { fates } = this;
    this.device = new Device({
      scheduler,
      random,
      oddRandom,
      swarm,
      disk,
      mirrorDisk,
      oracle,
      tally,
      // Phones are sometimes wrong about it, in both directions.
      looksOffline: () => (fates.episode === 'offline') !== (this.isStormy && random() < 0.05),
      onKilled: (actor) => this.#removeActor(actor),
      copied: (folder, name) => this.losses.copied(folder, name, scheduler.ticks),
    });
    homes.clock = { now: this.device.now, ticks: () => scheduler.ticks };
    const { dies, now } = this.device;
    this.network = new Network({ scheduler, random, backend, oracle, fates, dies });
    this.agent = new Agent({
      random,
      oddRandom,
      newId: this.device.newId,
      swarm,
      cases: oracle.cases,
      page: () => this.#somePage(),
      now,
      forgetWaits: () => oracle.forgetWaits(),
    });
  }

  async start(): Promise<void> {
    await this.#fillPool();
    await this.#fillReserve();
    if (this.swarm.odd.foreignRows) this.oracle.foreignRow = await placeForeignRows(this);
    while (this.pages.size < this.swarm.pages) this.openPage();
    this.#agentActs();
    const weather = (): void => {
      this.scheduler.add(null, 'weather', this.swarm.weatherEvery * 2 * this.random(), async () => {
        if (!this.isStormy) return;
        await weatherOf(this);
        weather();
      });
    };
    if (this.swarm.weather.length > 0) weather();
    this.#oddWeather();
  }

  #oddWeather(): void {
    const strike = oddWeatherOf(this);
    if (strike === null) return;
    const pause = 1000 * 10 ** (0.5 + 2 * this.oddRandom());
    const again = (): void => {
      this.scheduler.add(null, 'odd weather', pause * 2 * this.oddRandom(), async () => {
        if (!this.isStormy) return;
        await strike();
        again();
      });
    };
    again();
  }

  /** Puts formGuids into the pool, so that not every run begins by requesting five. */
  async #fillPool(): Promise<void> {
    const guids: FormId[] = [];
    for (let left = Math.floor(this.random() * 9) - 3; left > 0; left -= 1) {
      const key = this.device.newId();
      const { result } = this.backend.receive({ call: 'GetInfo' }, { key, sentAt: 0, late: false });
      if (result.info !== undefined) guids.push(result.info.formGuid);
    }
    for (const guid of guids) await this.disk.store.addToPool(guid);
  }

  /** The secrets of an earlier life, long on the disk. */
  async #fillReserve(): Promise<void> {
    const { homes, reserve } = this.disk;
    const { clock } = homes;
    homes.clock = { ...clock, ticks: () => -hour };
    for (let left = RESERVE; left > 0; left -= 1)
      await reserve.enter(await reserve.make(), this.device.now() - hour);
    homes.clock = clock;
  }

  readonly #failed = (error: unknown): void => {
    // A full disk may end a drain; the next one goes on.
    if (isQuotaError(error)) return;
    if (personal.test(String(error)))
      this.failure ??= new Violation('I5', 'an error text holds personal data');
    this.failure ??=
      error instanceof Violation
        ? error
        : new Violation('bug', `a drain ended with ${textOf(error)}`);
  };

  #needs(name: string): ActorNeeds {
    const { device, disk, oracle, scheduler } = this;
    const wakeWorker = (): boolean => name === 'page' && this.#askWorker();
    const starting = () => this.losses.starting();
    return { scheduler, device, disk, oracle, failed: this.#failed, wakeWorker, starting };
  }

  #start(kind: Actor['kind']): Readonly<{ actor: Actor; ports: SyncPorts }> {
    this.#lives += 1;
    const actor = this.device.start(`${kind}${this.#lives}`, kind);
    const ports = this.device.portsOf(actor, this.network);
    return { actor, ports: this.#sabotage === null ? ports : this.#sabotage(ports, this) };
  }

  openPage(): Page {
    const { actor, ports } = this.#start('page');
    const page = new Page(actor, ports, this.#needs('page'));
    this.pages.add(page);
    page.start();
    return page;
  }

  #somePage(): Page {
    const pages = [...this.pages];
    const awake = pages.filter(({ actor }) => actor.frozenUntil <= this.scheduler.ticks);
    const from = awake.length > 0 ? awake : pages;
    return from[Math.floor(this.random() * from.length)] ?? this.openPage();
  }

  #askWorker(): boolean {
    if (this.swarm.workers === 0 || this.random() < 0.5) return false;
    this.runSync(0);
    return true;
  }

  /** @param tries how often Background Sync has tried before */
  runSync(tries: number): void {
    if (this.swarm.workers === 0 || this.#workers.size >= this.swarm.workers) return;
    const { actor, ports } = this.#start('worker');
    this.#workers.add(actor);
    runWorker(actor, ports, this.#needs('worker'), 'sync', (isWorkLeft) => {
      const wait = SYNC_WAITS_MS[tries];
      if (!isWorkLeft || wait === undefined) return;
      this.scheduler.add(null, 'sync again', wait, () => this.runSync(tries + 1));
    });
  }

  #removeActor(actor: Actor): void {
    this.#workers.delete(actor);
    for (const page of this.pages)
      if (page.actor === actor) {
        this.pages.delete(page);
        page.die();
        this.#openAgain();
      }
  }

  #openAgain(): void {
    const after = Math.floor(1000 * 10 ** (2.5 * this.random()));
    this.scheduler.add(null, 'a page opens', after, () => {
      if (this.pages.size < this.swarm.pages) this.openPage();
    });
  }

  #agentActs(): void {
    const pause = Math.floor(200 * 10 ** (2.5 * this.random()));
    this.scheduler.add(null, 'agent', pause, () => {
      this.#agentActs();
      if (this.#agentIsBusy || this.pages.size === 0) return;
      this.#agentIsBusy = true;
      this.agent
        .act()
        .catch((error: unknown) => {
          if (!(error instanceof PageDied)) this.#failed(error);
        })
        .finally(() => {
          this.#agentIsBusy = false;
        });
    });
  }

  /** Stops the faults. Requests under way still arrive. */
  heal(): void {
    const { fates, swarm } = this;
    this.isStormy = false;
    this.device.isStormy = false;
    fates.isStormy = false;
    fates.tokenIsStale = false;
    fates.episode = swarm.keyStaysRevoked ? 'unauthorised' : null;
    for (const actor of this.device.actors) actor.frozenUntil = 0;
    this.agent.isHelpful = true;
    this.oracle.forgetWaits();
    if (this.pages.size === 0) this.openPage();
    for (const page of this.pages) page.wake(swarm.odd.endsUnseen ? 'timer' : 'online');
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
