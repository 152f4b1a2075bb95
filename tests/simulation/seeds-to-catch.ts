import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './simulate.ts';

export type Caught = Readonly<{ seeds: number; violation: string }>;

/**
 * For each bug that none of the first dozen seeds catches: the first seed that catches it. A change of the simulation changes the course of
 * each seed. Then `npm run simulate -- --bugs` finds the new seeds.
 */
const KNOWN_TO_CATCH: Readonly<Record<string, number>> = {
  'a returned form needs attention again': 13,
  'a revoked phone sends nothing': 13,
  'an HTML page with status 200 counts as success': 13,
  '‘Send the rest’ counts the rest as sent': 13,
  'a form is deleted after too many tries': 14,
  'a form kept under another agent’s name': 16,
  'the type of the connection is read only once': 25,
  'one odd item throws away its page of verdicts': 26,
  'a receipt is deleted once its SIM is active': 29,
  'the app believes a policy that lets no form wait': 29,
  'a refused form keeps its second secret': 39,
  'one secret for two drafts': 45,
  'unknown secrets are deleted during a repair': 46,
  'a start copies no secret to the storage that lacks it': 50,
  'an older verdict takes the place of a newer one': 50,
  'two presses make two corrections': 51,
  'a failed reading of verdicts sets a hold': 53,
  'a lease that a clock set back keeps running': 54,
  'recover forgets all submissions but the first': 54,
  'a refusal’s message is not encrypted': 56,
  'a lease without fencing': 60,
  'a form opened under the wrong agent’s key': 63,
  'a form taken back to a draft keeps its second secret': 63,
  'an undo that does not put the secret back': 63,
  'counts ask for all agents': 63,
  'lists ask for all agents': 63,
  'the app follows pages of verdicts without end': 63,
  'an upload that is gone counts as arrived': 66,
  'a server counts the bytes of a piece before they are on its disk': 70,
  'the secret of the old PIN is kept': 71,
  'an agent’s secret is not known as used after a wipe': 80,
  'Retry-After ignored': 81,
  'a clock set back lifts the limit of age': 81,
  'a key made anew on retry, unseen until the end': 143,
  'a heartbeat that never renews': 182,
  'a restored submission forgets what it corrects': 217,
  'a document that the person removed stays on the server': 277,
  'the person’s answer about the connection holds for ever': 310,
  'the cursor of verdicts is written before its rows': 443,
  'the second secret storage is never written': 517,
  'a form that waits for its agent keeps the sending secret': 581,
  'a restored form’s secrets are not marked as used after a wipe': 909,
};

/** Returns true if a seed catches the bug: the known seed, or one of the first `maxSeeds` seeds. */
export async function isCaught(name: string, maxSeeds: number): Promise<boolean> {
  const known = KNOWN_TO_CATCH[name];
  if (known !== undefined && (await caughtBy(name, known)) !== null) return true;
  return (await seedsToCatch(name, maxSeeds)) !== null;
}

/** Runs seeds with the bug planted until a seed catches it. Returns null if no seed does. */
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
