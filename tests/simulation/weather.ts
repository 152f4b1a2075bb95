import type { Episode } from './fates.ts';
import { unreadable } from './files.ts';
import type { Weather } from './swarm.ts';
import type { World } from './world.ts';

const hour = 3_600_000;
const year = 365 * 24 * hour;

const episodes: Readonly<Partial<Record<Weather, Episode>>> = {
  offline: 'offline',
  portal: 'portal',
  ownShell: 'ownShell',
  unauthorised: 'unauthorised',
  forbidden: 'forbidden',
  missing: 'missing',
  busy: 'busy',
  broken: 'broken',
};

/** Causes one event of the seed's weather: an event of the phone or of its network. */
export async function weatherOf(world: World): Promise<void> {
  const { random, swarm } = world;
  // Half of the events are good: an episode ends, or somebody looks at the phone.
  if (random() < 0.5) return calm(world);
  const chosen = swarm.weather[Math.floor(random() * swarm.weather.length)];
  if (chosen === undefined) return;
  world.tally.count(chosen);
  const episode = episodes[chosen];
  if (episode !== undefined) {
    world.fates.episode = episode;
    return;
  }
  await strike(world, chosen);
}

const MINUTE_MS = 60_000;

/** In seeds with wipes, half of the corrections meet one within a minute. By the weather alone, they would hardly ever meet. */
export function wipeSoon(world: World): void {
  const { oddRandom, scheduler, swarm } = world;
  if (!swarm.weather.includes('wipe') || oddRandom() < 0.5) return;
  scheduler.add(null, 'wiped after a correction', MINUTE_MS * oddRandom(), async () => {
    if (world.isStormy) await strike(world, 'wipe');
  });
}

function calm(world: World): void {
  const { fates, pages, random } = world;
  const wasAway = fates.episode !== null;
  fates.episode = null;
  const roll = random();
  if (roll < 0.2) world.runSync(0);
  for (const page of pages) {
    if (wasAway && roll < 0.8) {
      page.wake('online');
    } else if (roll < 0.5) page.wake('visible');
  }
}

async function strike(world: World, weather: Weather): Promise<void> {
  const { device, random, scheduler } = world;
  const actors = [...device.actors];
  const anyOf = (kind: 'page' | 'worker' | null) => {
    const fitting = kind === null ? actors : actors.filter((actor) => actor.kind === kind);
    return fitting[Math.floor(random() * fitting.length)];
  };
  switch (weather) {
    case 'killPage':
    case 'killWorker': {
      const actor = anyOf(weather === 'killPage' ? 'page' : 'worker');
      if (actor !== undefined) device.kill(actor);
      return;
    }
    case 'killBrowser':
      for (const actor of actors) device.kill(actor);
      return;
    case 'wipe':
      if (!world.losses.mayLose('database')) return;
      // A killed browser can lose its whole IndexedDB. Its private file system stays.
      for (const actor of actors) device.kill(actor);
      await world.disk.wipe();
      world.oracle.storeWiped();
      world.verdicts.storeWiped();
      world.losses.lost('database');
      return;
    case 'freeze': {
      const actor = anyOf(null);
      if (actor !== undefined)
        device.freeze(actor, random() * 10 ** (3 + 3 * random()), random() < 0.5);
      return;
    }
    case 'sleep': {
      const ms = random() * 8 * hour;
      for (const actor of actors) device.freeze(actor, ms, false);
      return;
    }
    case 'clockJump':
      return device.jump((random() - 0.5) * 6 * hour);
    case 'clockYear':
      return device.jump(random() < 0.5 ? year : -year);
    case 'blobDamage':
      return damageOne(world);
    case 'tokenRotated':
      world.fates.tokenIsStale = true;
      return;
    default:
      // Handled as an episode or by `calm`.
      scheduler.add(null, weather, 0, () => {});
  }
}

/** Removes a file from the store, or makes it unreadable. */
async function damageOne({ disk, random }: World): Promise<void> {
  // Ordered by id, so that every store gives the same order.
  const files = [...disk.seen.attachments.values()].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const file = files[Math.floor(random() * files.length)];
  if (file === undefined) return;
  const roll = random();
  const half = Math.floor(file.size / 2);
  await disk.damage(file.id, roll < 0.3 ? null : unreadable(roll < 0.6 ? file.size : half));
}
