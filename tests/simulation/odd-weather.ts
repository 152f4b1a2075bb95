import { flipped } from './files.ts';
import { lose } from './losses.ts';
import type { World } from './world.ts';

const day = 24 * 3_600_000;

/** Returns a function that causes one of this seed's odd events. Returns null if the seed has none. */
export function oddWeatherOf(world: World): (() => Promise<void>) | null {
  const { clockDays, flips, losses } = world.swarm.odd;
  const events = [
    ...(flips ? [() => flipOne(world)] : []),
    ...(clockDays ? [() => setClock(world)] : []),
    ...losses.map((loss) => () => lose(world, loss)),
  ];
  if (events.length === 0) return null;
  return async () => {
    const { oddRandom } = world;
    await events[Math.floor(oddRandom() * events.length)]?.();
  };
}

async function setClock({ device, oddRandom, tally }: World): Promise<void> {
  tally.count('clock a day wrong');
  device.jump((oddRandom() - 0.5) * 2 * day);
}

/** Damages bytes of a stored file; its length stays. */
async function flipOne({ disk, oddRandom, tally }: World): Promise<void> {
  const files = [...disk.seen.attachments.values()].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const file = files[Math.floor(oddRandom() * files.length)];
  if (file === undefined) return;
  tally.count('bytes turned over');
  await disk.damage(file.id, flipped(file.size));
}
