import { Dexie } from 'dexie';
import { schedule, within } from '../../platform/timers.ts';
import { NEW_LOG_DATABASE } from './stored-names.ts';

/** The requests to open a database that have no answer yet. */
type Opening = ReadonlySet<Pick<IDBOpenDBRequest, 'transaction'>>;

/**
 * Wraps the browser's IndexedDB factory for Dexie and records open requests without an answer. `options` is empty if the browser has
 * no IndexedDB.
 */
export function trackOpening(factory: IDBFactory | undefined): Readonly<{
  opening: Opening;
  options: Readonly<{ indexedDB?: Pick<IDBFactory, 'open'> }>;
}> {
  const opening = new Set<IDBOpenDBRequest>();
  if (factory === undefined) return { opening, options: {} };
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    const request = factory.open(name, version);
    opening.add(request);
    for (const end of ['success', 'error'])
      request.addEventListener(end, () => opening.delete(request));
    return request;
  };
  // Only `open` is replaced. The browser's factory does everything else. A function that an old browser lacks stays undefined.
  const indexedDB = new Proxy(factory, {
    get: (_factory, key) => {
      if (key === 'open') return open;
      const value: unknown = Reflect.get(factory, key);
      return typeof value === 'function' ? value.bind(factory) : value;
    },
  });
  return { opening, options: { indexedDB } };
}

/** Closes the database for good. Otherwise a later write would open it again (`withReopen`). */
export function closePermanently(db: Dexie): void {
  db.close();
  db.open = () => Dexie.Promise.reject(new Dexie.DatabaseClosedError());
  // A second `close()` could let Dexie reopen the database, and later calls would wait forever.
  db.close = () => undefined;
}

/** The channel for messages to frozen pages. A page that opens the database sends one. */
const ASK_TO_GO = 'veld-opening';

/**
 * A page can be frozen before its database is open. Such a page never processes the answer to its open request, and so blocks every
 * other page (seen in Chromium). The browser discards a frozen page that gets a message.
 */
function askFrozenPagesToClose(): void {
  const channel = new BroadcastChannel(ASK_TO_GO);
  channel.postMessage(null);
  channel.close();
}

/**
 * A page in the back-forward cache is frozen with its transactions (WebKit). No other page could write, and the next page would stay at
 * 'Opening…'. So this function aborts all transactions, also an upgrade's, and keeps the database closed. A page that comes back from
 * the cache reloads.
 */
export function closeWhenFrozen(db: Dexie, opening: Opening): void {
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
  // Node and workers have no pages.
  globalThis.addEventListener?.('pagehide', (event: Event & { persisted?: boolean }) => {
    if (event.persisted !== true) return;
    closePermanently(db);
    new BroadcastChannel(ASK_TO_GO).onmessage = () => undefined;
    const upgrading = [...opening].flatMap(({ transaction }) => transaction ?? []);
    for (const transaction of [...running, ...upgrading])
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended, but its event has not arrived yet.
      }
  });
}

/** The longest time (ms) to open the database. A slow phone with ten thousand rows needs a second or two. */
const MAX_OPEN_MS = 20_000;

/** The time (ms) before the page sends a message to frozen pages. Most openings take a tenth of this time. */
const ASK_AFTER_MS = 1_000;

/** The error screen chooses its text by this name. */
export class OpenTimedOut extends Error {
  override name = 'OpenTimedOut';
}

/** Throws `OpenTimedOut` if the database does not open in time. */
export async function openInTime(db: Dexie, withinMs: number = MAX_OPEN_MS): Promise<void> {
  const answered = schedule(ASK_AFTER_MS, askFrozenPagesToClose);
  try {
    await within<unknown>(withinMs, db.open(), () => {
      throw new OpenTimedOut('The database did not open.');
    });
  } catch (error) {
    db.close();
    throw error;
  } finally {
    answered();
  }
}

/**
 * Makes Chromium begin a new log for the app's databases. A power loss can leave half a record at the end of the old log. The browser's
 * next start skips this record and appends to the same log. The start after that finds the log damaged, and the appended records are
 * lost. Deleting a database, even an empty one, moves all records from the log to a table and begins a new log.
 */
export async function beginNewLog(): Promise<void> {
  const empty = new Dexie(NEW_LOG_DATABASE);
  empty.version(1).stores({});
  await empty.open();
  await empty.delete();
}
