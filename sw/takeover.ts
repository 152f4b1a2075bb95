/** Caches of the Angular service worker that had this address before. */
const OLD_CACHE = /^ngsw:/;

async function oldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => OLD_CACHE.test(name));
}

/** Whether the installed worker is still the Angular one: its pages never ask an update to take over. */
export const replacesAngularWorker = async (): Promise<boolean> => (await oldCaches()).length > 0;

export async function removeOldCaches(): Promise<void> {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}
