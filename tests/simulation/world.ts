import type { BeginFacts } from '../../src/domain/announced.ts';
import type { FormId } from '../../src/domain/ids.ts';
import { SENTINEL_FOLDER } from '../../src/store/db/stored-names.ts';
import { isQuotaError } from '../../src/store/db/transactions.ts';
import { encodeAgent } from '../../src/store/format/agent-row.ts';
import { AgentLocked } from '../../src/store/keys/agent-keys.ts';
import type { SyncPorts } from '../../src/sync/ports/ports.ts';
import type { KeyedLock } from '../support/fakes/memory-lock-store.ts';
import type { CopyDisk } from '../support/fakes/memory-second-copy.ts';
import { seededRandom } from '../support/fakes/seeded-random.ts';
import { Agent } from './agent.ts';
import { Backend } from './backend.ts';
import { personal } from './case.ts';
import { Device } from './device.ts';
import type { Disk, Process, Shown } from './disk.ts';
import { Fates } from './fates.ts';
import { placeForeignRows } from './foreign-rows.ts';
import { drawLockLife, type LockLife } from './lock-life.ts';
import { Locker } from './locker.ts';
import { Losses, loseInTurn } from './losses.ts';
import { Network } from './network.ts';
import { oddWeatherOf } from './odd-weather.ts';
import { drawOddities, noOddities } from './oddities.ts';
import { drawVerdictLife, Operator, type VerdictLife } from './operator.ts';
import { Oracle } from './oracle.ts';
import { type ActorNeeds, Page, PageDied, runWorker } from './page.ts';
import { drawPhotoLife, Photos } from './photos.ts';
import { Policies } from './policies.ts';
import { type Actor, Scheduler } from './scheduler.ts';
import { hasRefusedStep } from './server-checks.ts';
import { drawSwarm, drawWebpLife, type Swarm } from './swarm.ts';
import type { Tally } from './tally.ts';
import { drawTeamLife, Team, type TeamLife } from './team.ts';
import type { Trace } from './trace.ts';
import { Uploads } from './uploads.ts';
import { VerdictChecks } from './verdict-checks.ts';
import { Violation } from './violation.ts';
import { weatherOf, wipeSoon } from './weather.ts';

/** Wraps the app's ports with a mistake; may read the world. */
export type Sabotage = (ports: SyncPorts, world: World) => SyncPorts;

export type Played = Readonly<{ hasOddities: boolean; sabotage: Sabotage | null }>;

const minute = 60_000;
const hour = 60 * minute;
/** The number of available secrets at the start of a run. */
const AVAILABLE_AT_START = 24;
/** Background Sync tries three times: at once, and after these waits (ms). */
const SYNC_WAITS_MS = [5 * minute, 15 * minute];

/** One phone, one backend and one agent, with the faults of a seed. */
export class World {
  readonly random: () => number;
  /** Random numbers for the oddities. Their draws do not change the stream of `random`. */
  readonly oddRandom: () => number;
  /** Random numbers for the lock, and for the losses in turn. */
  readonly #lockRandom: () => number;
  /** Random numbers for agents who share the phone. */
  readonly #teamRandom: () => number;
  /** Random numbers for photos that wait for a connection. */
  readonly #photoRandom: () => number;
  readonly swarm: Swarm;
  /** True if the browser's locks work: two pages never run work under the same lock at the same time. */
  readonly locksExclude: boolean;
  readonly scheduler: Scheduler;
  readonly disk: Disk;
  readonly copyDisk: CopyDisk = new Map();
  readonly backend: Backend;
  readonly oracle: Oracle;
  readonly operator: Operator | null;
  readonly verdicts: VerdictChecks;
  readonly device: Device;
  readonly network: Network;
  readonly uploads: Uploads;
  readonly photos: Photos;
  readonly fates: Fates;
  readonly tally: Tally;
  readonly agent: Agent;
  readonly locker: Locker | null;
  /** The page's lock, perhaps with a planted mistake. */
  lockOf: (lock: KeyedLock) => KeyedLock = (lock) => lock;
  /** The content of the page's lists, perhaps with a planted mistake. */
  shownOf: (shown: Shown) => Shown = (shown) => shown;
  /** The facts that decide whether a new form may begin, perhaps with a planted mistake. */
  beginOf: (facts: BeginFacts) => BeginFacts = (facts) => facts;
  /** Begins a correction, perhaps with a planted mistake. */
  beginsCorrection: ActorNeeds['beginsCorrection'] = (_, begin) => begin();
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
    this.#lockRandom = seededRandom(Math.imul(seed, 0xc2b2ae35) ^ 0x27d4eb2f);
    this.#teamRandom = seededRandom(Math.imul(seed, 0x165667b1) ^ 0x7feb352d);
    this.#photoRandom = seededRandom(Math.imul(seed, 0x2545f491) ^ 0x6a09e667);
    const odd = drawOddities(this.oddRandom);
    const lock = drawLockLife(this.#lockRandom);
    const team = drawTeamLife(this.#teamRandom);
    const photoLife = drawPhotoLife(this.#photoRandom);
    const webp = drawWebpLife(seededRandom(Math.imul(seed, 0x1b873593) ^ 0xbb67ae85));
    const refusesRepeats = seededRandom(Math.imul(seed, 0x2c1b3c6d) ^ 0x297a2d39)() < 0.25;
    const verdictRandom = seededRandom(Math.imul(seed, 0x3c6ef35f) ^ 0x1b56c4e9);
    const verdictLife = drawVerdictLife(verdictRandom);
    const { hasOddities } = played;
    const drawn = drawSwarm(this.random);
    const losesInTurn = this.#lockRandom() < 0.4 && drawn.weather.includes('wipe');
    this.swarm = {
      ...drawn,
      losesInTurn: hasOddities && losesInTurn,
      odd: hasOddities ? odd : noOddities,
      lock: hasOddities ? lock : null,
      // If an agent adds another agent, the app assigns an older version's rows to the first one. A foreign row must stay unchanged.
      team: hasOddities && lock !== null && !odd.foreignRows ? team : null,
      photos: hasOddities ? photoLife : null,
      webp: hasOddities ? webp : 'jpegOnly',
      refusesRepeats: hasOddities && refusesRepeats,
      verdicts: hasOddities ? verdictLife : null,
    };
    this.scheduler = new Scheduler(this.random, trace);
    this.disk = disk;
    this.#sabotage = played.sabotage;
    const { copyDisk, oddRandom, random, scheduler, swarm } = this;
    const serverNow = (): number => Math.floor(Date.UTC(2026, 5, 1, 8) + scheduler.ticks);
    const newOperator = (life: VerdictLife) =>
      new Operator(life, new Policies(seed), verdictRandom, serverNow);
    this.operator = swarm.verdicts && newOperator(swarm.verdicts);
    const repeatsGuid = (): boolean => {
      // Not in seeds with a wipe: after a wipe the device has forgotten which formGuids it received.
      const { guidTwice } = swarm.weather.includes('wipe') ? noOddities : swarm.odd;
      return this.isStormy && guidTwice > 0 && this.oddRandom() < guidTwice;
    };
    this.backend = new Backend(swarm, repeatsGuid, this.operator);
    this.verdicts = new VerdictChecks(disk.seen, this.operator);
    const { verdicts } = this;
    const { storages, split } = disk;
    const { hasSecondCopy } = swarm;
    const { backend: server } = this;
    this.photos = new Photos({
      life: swarm.photos,
      now: () => this.device.now(),
      ticks: () => scheduler.ticks,
      random: this.#photoRandom,
    });
    const { photos } = this;
    this.locksExclude = swarm.hasLocks && swarm.odd.locksExclude;
    const seen = {
      disk: disk.seen,
      secondCopy: copyDisk,
      storages,
      hasSecondCopy: hasSecondCopy,
      locksExclude: this.locksExclude,
      isCopyUnreadable: swarm.odd.unreadable === 'secondCopy' || swarm.odd.unreadable === 'both',
      backend: server,
      photos,
      split,
    };
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
      copyDisk,
      oracle,
      photos,
      verdicts,
      tally,
      // A phone is sometimes wrong about being offline, in both directions.
      looksOffline: () => (fates.episode === 'offline') !== (this.isStormy && random() < 0.05),
      onKilled: (actor) => this.#removeActor(actor),
      copied: (folder, name) => this.losses.copied(folder, name, scheduler.ticks),
    });
    storages.clock = { now: this.device.now, ticks: () => scheduler.ticks };
    const { dies, now } = this.device;
    const { losesUploads, uploads: takes } = swarm.odd;
    this.uploads = new Uploads(backend, takes, this.device.newId);
    const { uploads } = this;
    this.network = new Network({
      scheduler,
      random,
      oddRandom,
      backend,
      uploads,
      losesUploads,
      oracle,
      verdicts,
      fates,
      dies,
    });
    this.agent = new Agent({
      random,
      oddRandom,
      newId: this.device.newId,
      swarm,
      cases: oracle.cases,
      isReturned: (id) => verdicts.isReturned(id),
      page: () => this.#somePage(),
      now,
      forgetWaits: () => oracle.forgetWaits(),
      serverHas: (of) => {
        const row = disk.seen.submission(of.id);
        return row !== undefined && hasRefusedStep(server, of, row);
      },
      sentRest: () => tally.count('the rest sent'),
      corrected: () => wipeSoon(this),
      // 'Send now' does not release another agent's photos, so seeds with a lock skip this.
      released: ({ id }) => swarm.lock === null && photos.released(id),
    });
    this.locker = swarm.lock && this.#newLocker(swarm.lock, swarm.team);
  }

  #newLocker(life: LockLife, team: TeamLife | null): Locker {
    const { cases } = this.oracle;
    const { seen } = this.disk;
    return new Locker({
      life,
      team: team && new Team({ life: team, random: this.#teamRandom, seen, cases }),
      random: this.#lockRandom,
      tally: this.tally,
      cases,
      agents: () => [...this.disk.seen.agents.values()],
      pages: () => [...this.pages],
      remove: async (of) => {
        await this.agent.remove(of);
        return of.removal === 'done';
      },
    });
  }

  async start(): Promise<void> {
    await this.#fillPool();
    await this.#addAvailableSecrets();
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
    this.#locksNowAndThen();
    this.#linksChange();
    this.#operatorDecides();
    if (this.swarm.losesInTurn) this.#losesInTurn(loseInTurn(this));
  }

  #losesInTurn(strike: () => Promise<void>): void {
    const pause = 1000 * 10 ** (1 + 1.5 * this.#lockRandom());
    this.scheduler.add(null, 'a place is lost', pause, async () => {
      if (!this.isStormy) return;
      await strike();
      this.#losesInTurn(strike);
    });
  }

  #linksChange(): void {
    const { photos } = this.swarm;
    if (photos === null) return;
    this.scheduler.add(null, 'another link', photos.changesEvery * 2 * this.#photoRandom(), () => {
      if (!this.isStormy) return;
      this.photos.changes();
      this.#linksChange();
    });
  }

  #operatorDecides(): void {
    const { operator, scheduler, swarm } = this;
    if (operator === null || swarm.verdicts === null) return;
    scheduler.add(null, 'the operator decides', swarm.verdicts.decidesEvery, () => {
      if (!this.isStormy) return;
      operator.decide();
      this.#operatorDecides();
    });
  }

  /** The phone has only mobile data for three hours. Then it is at home, on Wi-Fi. */
  #goesHome(): void {
    if (this.swarm.photos === null) return;
    this.photos.leavesHome();
    const isHome = (): void => {
      this.photos.become('unmetered', true);
      this.scheduler.add(null, 'still at home', hour, isHome);
    };
    this.scheduler.add(null, 'at home', 3 * hour, isHome);
  }

  #locksNowAndThen(): void {
    const { locker, scheduler, swarm } = this;
    if (locker === null || swarm.lock === null) return;
    const pause = swarm.lock.locksEvery * 2 * this.#lockRandom();
    scheduler.add(null, 'somebody locks', pause, async () => {
      if (!this.isStormy) return;
      await locker.lockAll();
      this.#locksNowAndThen();
    });
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
    const { store } = this.disk.process();
    for (const guid of guids) await store.addToPool(guid, this.device.now());
  }

  /** Adds available secrets that an earlier start created an hour ago. They are already on the disk. */
  async #addAvailableSecrets(): Promise<void> {
    const { storages, reserve } = this.disk;
    const { clock } = storages;
    storages.clock = { ...clock, ticks: () => -hour };
    for (let left = AVAILABLE_AT_START; left > 0; left -= 1)
      await reserve.enter(await reserve.make(), this.device.now() - hour);
    storages.clock = clock;
  }

  readonly #failed = (error: unknown): void => {
    // A full disk may end a drain. The next drain continues.
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
    return {
      scheduler,
      device,
      disk,
      oracle,
      failed: this.#failed,
      wakeWorker,
      starting,
      agentOf: (id) => disk.seen.agents.get(String(disk.seen.submissions.get(id)?.agent)),
      areAgentsCopied: () => this.#areAgentsCopied(),
      lockOf: (lock) => this.lockOf(lock),
      shownOf: (shown) => this.shownOf(shown),
      beginsCorrection: (of, begin) => this.beginsCorrection(of, begin),
      mayBegin: (begin) => this.verdicts.mayBegin(this.beginOf(begin), device.now()),
    };
  }

  #areAgentsCopied(): boolean {
    if (!this.swarm.hasSecondCopy) return true;
    const copies = this.copyDisk.get(SENTINEL_FOLDER);
    return [...this.disk.seen.agents.values()].every((agent) => {
      const copy = copies?.get(`agent-${agent.id}.json`);
      return typeof copy === 'string' && copy.endsWith(JSON.stringify(encodeAgent(agent)));
    });
  }

  #start(kind: Actor['kind']): Readonly<{ actor: Actor; ports: SyncPorts; process: Process }> {
    this.#lives += 1;
    const actor = this.device.start(`${kind}${this.#lives}`, kind);
    const process = this.disk.process();
    const ports = this.device.portsOf(actor, this.network, process);
    return { actor, ports: this.#sabotage === null ? ports : this.#sabotage(ports, this), process };
  }

  openPage(): Page {
    const { actor, ports, process } = this.#start('page');
    const page = new Page(actor, ports, process, this.#needs('page'));
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
      this.#acts()
        .catch((error: unknown) => {
          // If somebody locks, work that is under way ends with `AgentLocked`.
          if (!(error instanceof PageDied || error instanceof AgentLocked)) this.#failed(error);
        })
        .finally(() => {
          this.#agentIsBusy = false;
        });
    });
  }

  async #acts(): Promise<void> {
    if (this.locker === null || (await this.locker.ready())) await this.agent.act();
  }

  /** Stops the faults. Requests under way still arrive. */
  heal(): void {
    const { fates, swarm } = this;
    this.isStormy = false;
    if (this.operator !== null) this.operator.isStormy = false;
    this.device.isStormy = false;
    fates.isStormy = false;
    fates.tokenIsStale = false;
    fates.episode = swarm.keyStaysRevoked ? 'unauthorised' : null;
    for (const actor of this.device.actors) actor.frozenUntil = 0;
    this.agent.isHelpful = true;
    if (this.locker !== null) this.locker.isCalm = true;
    this.oracle.forgetWaits();
    this.#goesHome();
    if (this.pages.size === 0) this.openPage();
    for (const page of this.pages) page.wake(swarm.odd.endsUnseen ? 'timer' : 'online');
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
