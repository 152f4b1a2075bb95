import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

export type Caught = Readonly<{ seeds: number; violation: string }>;

/**
 * Seeds that notice a bug, where from the first seed on more than a dozen are played before one does. A change of the simulation changes what a
 * seed plays: `npm run simulate -- --bugs` finds others.
 */
const KNOWN_TO_CATCH: Readonly<Record<string, number>> = {
  'a form kept under another agent’s name': 16,
  'a key made anew on retry, unseen until the end': 23,
  'lists ask for all agents': 24,
  'counts ask for all agents': 24,
  'what is sent only while its agent was there is not sent once they are': 24,
  'what link it is, is looked at once': 25,
  'one odd item throws away its page of verdicts': 26,
  'what the person said of the link holds for ever': 27,
  'a form number that came before is taken again': 28,
  'a returned form needs attention again': 29,
  'a policy of no waiting form at all is believed': 29,
  'two presses make two corrections': 29,
  'the second secret stays with what is taken back': 37,
  'the secret of the old PIN is kept': 38,
  'the second secret stays with what is refused': 39,
  'one secret for two drafts': 45,
  'a revoked phone sends nothing': 47,
  'a refusal’s message in the clear': 52,
  'a receipt goes once its SIM is active': 53,
  'a failed reading of verdicts sets a hold': 53,
  'a form opened under the wrong agent’s key': 56,
  'a lease without fencing': 59,
  'photos that were to wait go over any link': 62,
  'an undo that does not put the secret back': 63,
  'pages of verdicts without end are followed': 63,
  'a form number is used before it is in the copy': 85,
  'a heartbeat that never renews': 93,
  'a lease that a clock set back keeps running': 96,
  '‘Send now’ releases no photo': 113,
  'an older verdict takes the place of a newer one': 118,
  '‘Send the rest’ counts the rest as sent': 129,
  'an upload that is gone counts as arrived': 135,
  'Retry-After ignored': 135,
  'a correction sends everything anew': 147,
  'a cap on tries that deletes': 160,
  'a clock set back lifts the limit of age': 162,
  'a document that the person removed stays': 200,
  'a server counts the bytes of a piece before they are on its disk': 223,
  'strangers are judged during a repair': 226,
  'a second home that is never written': 517,
  'a start that mends no home': 587,
  'an agent’s secret is not known as used after a wipe': 736,
  'what is sent only while its agent is there keeps the secret of whoever sends': 769,
  'the cursor of verdicts is written before its rows': 833,
  'what a copy names is not known as used after a wipe': 1601,
  'a wipe forgets what a submission corrects': 2100,
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
