import type { Database } from './database.ts';

/**
 * Whether a start should look after the secrets, though nothing here hangs on one: some wait to be unlinked or judged, or there is none
 * in reserve, though the phone was in use. A wipe takes the names along, so that nothing else tells of what it left in the homes.
 */
export async function needTending(db: Database): Promise<boolean> {
  const states = (await db.secretNames.toArray()).map(({ state }) => state);
  if (states.some((state) => state === 'dying' || state === 'stranger')) return true;
  return !states.includes('spare') && (await db.agents.count()) > 0;
}
