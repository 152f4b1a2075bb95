import { OLD_CACHES } from './cache-names.ts';

async function oldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => OLD_CACHES.test(name));
}

/** Whether the installed worker is still the Angular one: its pages never ask an update to take over. */
export const replacesAngularWorker = async (): Promise<boolean> => (await oldCaches()).length > 0;

export async function removeOldCaches(): Promise<void> {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}
