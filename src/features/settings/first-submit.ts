import { askPersistence, type PersistenceAnswer, type StoragePort } from './storage-state.ts';

let wasAsked = false;

/**
 * The right moment to ask: somebody has just submitted something worth keeping. Asks at each submit that finds the
 * storage unprotected, since installing the app changes the answer, but tells a refusal once a page only.
 * Resolves with the answer to show, null where there is nothing to say.
 */
export async function protectAfterSubmit(
  storage: StoragePort | undefined,
): Promise<PersistenceAnswer | null> {
  const answer = await askPersistence(storage);
  if (answer === 'already' || (wasAsked && answer !== 'promised')) return null;
  wasAsked = true;
  return answer;
}
