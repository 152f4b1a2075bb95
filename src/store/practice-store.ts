import { Dexie } from 'dexie';
import type { SubmissionId } from '../domain/ids.ts';
import { PRACTICE_DATABASE } from './db/stored-names.ts';
import { type FormStore, openStore } from './open-store.ts';

/** The browser's Web Locks, which a killed page lets go of. */
export type PracticeLocks = Pick<LockManager, 'request'>;

/** What somebody practises with: a form's store, in a database that nobody else opens. */
export type Practice = Readonly<{
  store: FormStore;
  /** Deletes all of it; whoever practises in another tab then does so. Nothing that still comes is written. */
  leave: () => Promise<void>;
}>;

/** Deletes what was practised and not left, as its page was killed; not while somebody practises in another tab. */
export const wipePractice = (locks: PracticeLocks): Promise<void> =>
  locks.request(PRACTICE_DATABASE, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await Dexie.delete(PRACTICE_DATABASE);
  });

/**
 * Opens a store to practise in. `goesOn`: the form with which a page that was loaded anew goes on; without one it begins with
 * nothing. There is no copy in `localStorage`, so no key for marks of SIM card numbers either, and no outbox: nothing that is
 * practised is ever submitted.
 */
export async function openPractice(
  locks: PracticeLocks,
  goesOn: SubmissionId | undefined,
): Promise<Practice> {
  if (goesOn === undefined) await wipePractice(locks);
  return new Promise((resolve, reject) => {
    const held = locks.request(
      PRACTICE_DATABASE,
      { mode: 'shared' },
      () =>
        new Promise<void>((release) => {
          const { attachments, close, drafts, onCommit, queries, simMark, strokes } = openStore({
            name: PRACTICE_DATABASE,
          });
          const outbox = async () => ({ store: { contents: async () => undefined } });
          // A page in the back-forward cache is frozen with its locks; it reloads when it comes back.
          globalThis.addEventListener?.('pagehide', () => release(), { once: true });
          resolve({
            store: { attachments, drafts, onCommit, outbox, queries, simMark, strokes },
            leave: async () => {
              close();
              release();
              await held;
              await wipePractice(locks);
            },
          });
        }),
    );
    held.catch(reject);
  });
}
