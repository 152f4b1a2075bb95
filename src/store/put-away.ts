import { Dexie } from 'dexie';

/**
 * A page in the back-forward cache is frozen with its transactions (WebKit): nobody else could write for as long as it is kept, and
 * the next page would never get beyond 'Opening…'. So they end as those of a page that is not kept, and the database is not opened
 * again: a page that comes back from that cache reloads.
 */
export function endWhenPutAway(db: Dexie): void {
  const running = new Set<{ abort: () => void }>();
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      transaction: (...wanted) => {
        const transaction = core.transaction(...wanted) as IDBTransaction;
        running.add(transaction);
        for (const end of ['complete', 'abort'])
          transaction.addEventListener(end, () => running.delete(transaction));
        return transaction;
      },
    }),
  });
  // There are no pages in Node and in workers.
  globalThis.addEventListener?.('pagehide', (event: Event & { persisted?: boolean }) => {
    if (event.persisted !== true) return;
    db.close();
    db.open = () => Dexie.Promise.reject(new Dexie.DatabaseClosedError());
    for (const transaction of running)
      try {
        transaction.abort();
      } catch {
        // It has ended; the event that says so is still to come.
      }
  });
}
