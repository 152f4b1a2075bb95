import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

export type Caught = Readonly<{ seeds: number; violation: string }>;

/**
 * Seeds that notice a bug, where from the first seed on more than a dozen are played before one does. A change of the simulation changes what a
 * seed plays: `npm run simulate -- --bugs` finds others.
 */
const KNOWN_TO_CATCH: Readonly<Record<string, number>> = {
  'skip the mirror': 17,
  'an HTML 200 is fine': 17,
  'a lease without fencing': 23,
  'a formGuid taken twice': 25,
  'a heartbeat that never renews': 39,
  'the second secret stays with what is refused': 39,
  'what the person said of the link holds for ever': 44,
  'one secret for two drafts': 45,
  'strangers are judged during a repair': 46,
  'counts ask for all agents': 49,
  'a refusal’s message in the clear': 49,
  'lists ask for all agents': 49,
  'a form opened under the wrong agent’s key': 49,
  'a key made anew on retry, unseen until the end': 54,
  'what link it is, is looked at once': 54,
  'look for twins only after errors': 55,
  'a cap on tries that deletes': 55,
  'an agent’s secret is not known as used after a wipe': 72,
  'the secret of the old PIN is kept': 76,
  'photos that were to wait go over any link': 78,
  'a form number that came before is taken again': 81,
  'Retry-After ignored': 81,
  'a form number is used before it is in the copy': 85,
  'an upload that is gone counts as arrived': 127,
  'a form kept under another agent’s name': 171,
  'an undo that does not put the secret back': 179,
  '‘Send the rest’ counts the rest as sent': 209,
  'a second home that is never written': 407,
  'what is sent only while its agent was there is not sent once they are': 488,
  'a server counts the bytes of a piece before they are on its disk': 547,
  'what is sent only while its agent is there keeps the secret of whoever sends': 837,
  'a document that the person removed stays': 3563,
  'a correction sends everything anew': 855,
  'a start that mends no home': 893,
  'what a copy names is not known as used after a wipe': 2908,
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
