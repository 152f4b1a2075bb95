import { Dexie } from 'dexie';
import { later } from '../../platform/timers.ts';
import { within } from '../../platform/within.ts';

/** What was asked to open, and is not open yet. */
type Opening = ReadonlySet<Pick<IDBOpenDBRequest, 'transaction'>>;

/** The browser's databases as Dexie takes them, with a note of what is being opened. Nothing where the browser has none. */
export function notingOpening(factory: IDBFactory | undefined): Readonly<{
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
  // All but that is the browser's own, and only where it has it.
  const indexedDB = new Proxy(factory, {
    get: (_factory, key) => {
      if (key === 'open') return open;
      const value: unknown = Reflect.get(factory, key);
      return typeof value === 'function' ? value.bind(factory) : value;
    },
  });
  return { opening, options: { indexedDB } };
}

/** No late write opens it again, as where the connection was lost. */
export function closeForGood(db: Dexie): void {
  db.close();
  db.open = () => Dexie.Promise.reject(new Dexie.DatabaseClosedError());
  // Closing it once more could let it open by itself, and what comes then would wait for that for ever.
  db.close = () => undefined;
}

/** On it a page that opens the database asks those that the browser put away to go. */
const ASK_TO_GO = 'veld-opening';

/**
 * A page that was put away before its database was open is told to begin it, and never does: nobody else could open it for as long as the
 * page is kept (seen in Chromium). It can't be called back, but the browser drops a page to which a message comes.
 */
function askPutAwayToGo(): void {
  const channel = new BroadcastChannel(ASK_TO_GO);
  channel.postMessage(null);
  channel.close();
}

/**
 * A page in the back-forward cache is frozen with its transactions (WebKit): nobody else could write for as long as it is kept, and
 * the next page would never get beyond 'Opening…'. So they end, that of an upgrade too, as those of a page that is not kept, and the database is not opened
 * again: a page that comes back from that cache reloads.
 */
export function endWhenPutAway(db: Dexie, opening: Opening): void {
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
    closeForGood(db);
    new BroadcastChannel(ASK_TO_GO).onmessage = () => undefined;
    const upgrading = [...opening].flatMap(({ transaction }) => transaction ?? []);
    for (const transaction of [...running, ...upgrading])
      try {
        transaction.abort();
      } catch {
        // It has ended; the event that says so is still to come.
      }
  });
}

/** A slow phone with ten thousand rows needs a second or two; a storage that hangs never answers, ms. */
const MAX_OPEN_MS = 20_000;

/** Until then a page that is kept by the browser is not asked to go, ms: most openings take a tenth of it. */
const ASK_AFTER_MS = 1_000;

/** Its name tells the error screen what to say. */
export class OpenTimedOut extends Error {
  override name = 'OpenTimedOut';
}

/** Opens the database, or says within the time that it does not open. */
export async function openInTime(db: Dexie, withinMs: number = MAX_OPEN_MS): Promise<void> {
  const answered = later(ASK_AFTER_MS, askPutAwayToGo);
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
