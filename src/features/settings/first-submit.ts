import { type PersistenceAnswer, requestPersistence, type StoragePort } from './storage-state.ts';

let wasShown = false;

/**
 * Asks the browser for persistent storage after a Submit, when there is something to protect. Asks at each Submit while the
 * storage is not protected, as the answer changes once the app is installed; but a refusal is shown only once on each page.
 * Resolves with the answer to show, null where there is nothing to show.
 */
export async function protectAfterSubmit(
  storage: StoragePort | undefined,
): Promise<PersistenceAnswer | null> {
  const answer = await requestPersistence(storage);
  if (answer === 'already' || (wasShown && answer !== 'promised')) return null;
  wasShown = true;
  return answer;
}
