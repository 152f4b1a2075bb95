/** Caches of the Angular worker that had this address before us. */
const OLD = /^ngsw:/;

async function oldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => OLD.test(name));
}

/** Whether this installation still belongs to the Angular worker: only then is its page not worth waiting for. */
export const takesOver = async (): Promise<boolean> => (await oldCaches()).length > 0;

export async function removeOldCaches(): Promise<void> {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}
