import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

export type Caught = Readonly<{ seeds: number; violation: string }>;

/**
 * Seeds that notice a bug, where from the first seed on hundreds are played before one does. A change of the simulation changes what a
 * seed plays: `npm run simulate -- --bugs` finds others.
 */
const KNOWN_TO_CATCH: Readonly<Record<string, number>> = {
  'an upload that is gone counts as arrived': 222,
  'a server counts the bytes of a piece before they are on its disk': 547,
  'an undo that does not put the secret back': 634,
  'a start that mends no home': 909,
  'what is sent only while its agent was there is not sent once they are': 488,
  'a second home that is never written': 785,
  'what a copy names is not known as used after a wipe': 2908,
  'what is sent only while its agent is there keeps the secret of whoever sends': 915,
  'a correction sends everything anew': 4062,
  'a document that the person removed stays': 855,
};

/** Whether a seed notices the bug: the one that is known to, or any of so many. */
export async function isCaught(name: string, maxSeeds: number): Promise<boolean> {
  const known = KNOWN_TO_CATCH[name];
  if (known !== undefined && (await caughtBy(name, known)) !== null) return true;
  return (await seedsToCatch(name, maxSeeds)) !== null;
}

/** Runs seeds with the bug planted until one notices it; null: none did. */
export async function seedsToCatch(name: string, maxSeeds: number): Promise<Caught | null> {
  for (let seed = 1; seed <= maxSeeds; seed += 1) {
    const violation = await caughtBy(name, seed);
    if (violation !== null) return { seeds: seed, violation };
  }
  return null;
}

async function caughtBy(name: string, seed: number): Promise<string | null> {
  const sabotage = plantedBugs[name];
  if (sabotage === undefined) throw new Error(`There is no bug called '${name}'.`);
  const { violation } = await simulate(seed, { sabotage });
  return violation === null ? null : (violation.message.split('\n')[0] ?? '');
}
