import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

export type Caught = Readonly<{ seeds: number; violation: string }>;

/** Runs seeds with the bug planted until one notices it; null: none did. */
export async function seedsToCatch(name: string, maxSeeds: number): Promise<Caught | null> {
  const sabotage = plantedBugs[name];
  if (sabotage === undefined) throw new Error(`There is no bug called '${name}'.`);
  for (let seed = 1; seed <= maxSeeds; seed += 1) {
    const { violation } = await simulate(seed, { sabotage });
    if (violation !== null)
      return { seeds: seed, violation: violation.message.split('\n')[0] ?? '' };
  }
  return null;
}
