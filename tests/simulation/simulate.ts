import { type Disk, memoryDisk } from './disk.ts';
import type { Swarm } from './swarm.ts';
import { Tally } from './tally.ts';
import { Trace } from './trace.ts';
import { Violation } from './violation.ts';
import { type Sabotage, World } from './world.ts';

export type Run = Readonly<{
  seed: number;
  /** The trace's hash: the same for the same seed. */
  hash: string;
  steps: number;
  /** Null: every invariant held. */
  violation: Violation | null;
  tail: readonly string[];
  swarm: Swarm;
}>;

export type Options = Readonly<{
  /** Makes the disk of each run. If absent, a run uses the store in memory. */
  disk?: () => Promise<Disk>;
  sabotage?: Sabotage;
  /** If true, the run has no oddities. */
  isPlain?: boolean;
  /** Where to count the faults. */
  tally?: Tally;
  /** How many of the newest trace entries to keep as text. */
  keep?: number;
}>;

const day = 24 * 3_600_000;
/** The faults stop after about this many steps, or after this many ticks. */
const STORM_STEPS = 500;
const STORM_TICKS = 2 * day;
/** A run that is not at rest after this many steps counts as endless. */
const MAX_STEPS = 60_000;

/** Runs one seed: first a time with faults, then a time without. At the end every submission must be delivered or wait for a person. */
export async function simulate(seed: number, options: Options = {}): Promise<Run> {
  const trace = new Trace(options.keep ?? 0);
  const disk = await (options.disk?.() ?? memoryDisk());
  const { isPlain = false, sabotage = null, tally = new Tally() } = options;
  const world = new World(seed, disk, trace, tally, { hasOddities: !isPlain, sabotage });
  const { swarm } = world;
  const end = (violation: Violation | null): Run => ({
    seed,
    hash: trace.hash,
    steps: trace.count,
    violation,
    tail: trace.tail,
    swarm,
  });
  try {
    await play(world, trace);
    return end(null);
  } catch (error) {
    if (error instanceof Violation) return end(error);
    throw error;
  } finally {
    for (const actor of [...world.device.actors]) world.device.kill(actor);
    await disk.close();
    // Lets timers and output of the caller run between thousands of seeds.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function play(world: World, trace: Trace): Promise<void> {
  const { scheduler } = world;
  await world.start();
  // The operator decides after a delivery, and a person corrects after the decision. So these runs are twice as long.
  const length = world.operator === null ? STORM_STEPS : 2 * STORM_STEPS;
  const stormLength = length * (0.3 + world.random());
  const isOver = (): boolean => world.operator === null && isAllSent(world);
  while (trace.count < stormLength && scheduler.ticks < STORM_TICKS && !isOver()) await step(world);

  world.heal();
  const healedAt = scheduler.ticks;
  while (!isAtRest(world)) {
    await step(world);
    if (world.fates.episode === null) world.oracle.checkWaits(scheduler.ticks, healedAt);
    if (scheduler.ticks - healedAt > day || trace.count > MAX_STEPS)
      throw new Violation('I9', `a day after the faults stopped: ${stateOf(world)}`);
  }

  await startAgain(world);
  // An unknown secret is deleted at the first start that still finds it a day later.
  world.device.jump(2 * day);
  await startAgain(world);
  if (!world.locksExclude) {
    // The first of these starts delivers. The second start marks the delivered forms' secrets as unknown. The third start deletes them.
    world.device.jump(2 * day);
    await startAgain(world);
  }
  const { restores, withdraws } = world.swarm.verdicts ?? { restores: false, withdraws: 0 };
  if (restores || withdraws > 0) {
    // After a restore of the server, the phone trusts its verdicts again only at the next whole reading. The phone may also have learnt
    // only now that the server announces verdicts.
    world.device.jump(8 * day);
    await startAgain(world);
  }
  if (world.fates.episode === null) world.verdicts.atEnd();
  const { foreignRows, unreadable } = world.swarm.odd;
  const isCopyUnreadable = unreadable === 'secondCopy' || unreadable === 'both';
  world.oracle.atEnd(!foreignRows && !isCopyUnreadable);
}

/** Ends all processes. Waits until the requests under way have arrived. Then opens the app once more. */
async function startAgain(world: World): Promise<void> {
  const { scheduler } = world;
  for (const actor of [...world.device.actors]) world.device.kill(actor);
  scheduler.cancelAll(({ label }) => !label.includes('arrives'));
  while (scheduler.has(() => true)) await step(world);
  world.openPage();
  for (let more = 0; more < 1000 && !isQuiet(world); more += 1) await step(world);
}

async function step(world: World): Promise<void> {
  const went = await world.scheduler.step();
  const { oracle, photos, verdicts } = world;
  const failure = world.failure ?? oracle.failure ?? photos.failure ?? verdicts.failure;
  if (failure !== null) throw failure;
  oracle.afterStep(world.scheduler.ticks);
  verdicts.afterStep(oracle.cases);
  if (!went) throw new Violation('I9', 'nothing will ever happen again');
}

/** Returns true if everything is delivered. Then faults can do no more harm. */
const isAllSent = ({ disk, oracle, swarm }: World): boolean =>
  oracle.cases.length >= swarm.submissions &&
  oracle.cases.every(({ id }) => disk.seen.submissions.get(id)?.status === 'delivered');

/** Returns true if everything is delivered or waits for a person. */
function isAtRest({ disk, fates, oracle, swarm }: World): boolean {
  const { hold, submissions } = disk.seen;
  return oracle.cases.every(({ acknowledged, id, number, removal, reportedLost, wasDelivered }) => {
    const row = submissions.get(id);
    if (row === undefined)
      return removal !== 'no' || acknowledged < 0 || reportedLost || wasDelivered;
    if (row.status === 'draft' || row.status === 'delivered') return true;
    const isUnreadable = number === 1 && swarm.odd.unreadable !== 'nothing';
    // The agent deleted the submission, or knows that it is unreadable.
    if (row.status === 'rejected') return removal !== 'no' || isUnreadable;
    return fates.episode !== null && hold?.reason === 'auth';
  });
}

/** Returns true if the opened page has repaired the store and ended its first drain. */
const isQuiet = ({ disk, scheduler }: World): boolean =>
  disk.seen.lease === null && !scheduler.has(({ at }) => at <= scheduler.ticks + 1000);

const stateOf = ({ disk, oracle }: World): string =>
  oracle.cases
    .map(({ id, number }) => {
      const row = disk.seen.submission(id);
      const steps = row?.steps.map(({ content, state }) => `${content.call} ${state.status}`);
      return `submission ${number} is ${row?.status ?? 'nowhere'} (${steps?.join(', ')})`;
    })
    .join('; ');
