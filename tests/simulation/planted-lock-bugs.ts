import { peppersOf } from '../../src/store/format/agent-row.ts';
import { dropped } from './planted-secret-bugs.ts';
import type { Sabotage, World } from './world.ts';

/** Mistakes with the lock of an agent's key. */
export const plantedLockBugs: Readonly<Record<string, Sabotage>> = {
  'a lock that keeps the keys': (ports, world) => {
    world.lockOf = (lock) => ({ ...lock, lock: () => undefined });
    return ports;
  },

  'the secret of the old PIN is kept': (ports, world) => {
    world.lockOf = (lock) => ({
      ...lock,
      changePin: (...given) => keepingSecrets(world, () => lock.changePin(...given)),
    });
    return ports;
  },

  'the secret of the old PIN is deleted before the copies have the new one': (ports, world) => {
    world.lockOf = (lock) => ({
      ...lock,
      changePin: async (...given) => {
        const before = peppersIn(world);
        const changed = await lock.changePin(...given);
        const needed = peppersIn(world);
        for (const pepper of before) if (!needed.includes(pepper)) dropped(world, pepper);
        return changed;
      },
    });
    return ports;
  },
};

const peppersIn = ({ disk }: World): readonly string[] =>
  [...disk.seen.agents.values()].flatMap(peppersOf);

async function keepingSecrets<T>(world: World, change: () => Promise<T>): Promise<T> {
  const before = peppersIn(world);
  const changed = await change();
  for (const name of before)
    world.disk.seen.secretNames.set(name, { name, state: 'used', madeAt: 0 });
  return changed;
}
