import { Dexie } from 'dexie';
import type { SubmissionId } from '../domain/ids.ts';
import { PRACTICE_DATABASE } from './db/stored-names.ts';
import { type FormStore, openStore } from './open-store.ts';

/** The browser's Web Locks. A killed page releases its locks. */
export type PracticeLocks = Pick<LockManager, 'request'>;

/** The store of a practice form, in its own database. */
export type Practice = Readonly<{
  store: FormStore;
  /** Deletes the practice database, or leaves that to another tab that practises. Later writes are ignored. */
  leave: () => Promise<void>;
}>;

/** Deletes a practice database that a killed page left behind. Does nothing if another tab practises. */
export const wipePractice = (locks: PracticeLocks): Promise<void> =>
  locks.request(PRACTICE_DATABASE, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await Dexie.delete(PRACTICE_DATABASE);
  });

/**
 * Opens a store for practice. `goesOn`: the form to continue after a reload. Without it practice starts empty. The store has no
 * `localStorage`, so it stores no key for SIM numbers. It has no outbox, because practice submits nothing.
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
          const { attachments, close, drafts, onCommit, queries, simHash, strokes } = openStore({
            name: PRACTICE_DATABASE,
          });
          const outbox = async () => ({ store: { contents: async () => undefined } });
          // A page in the back-forward cache is frozen with its locks. It reloads when it comes back.
          globalThis.addEventListener?.('pagehide', () => release(), { once: true });
          resolve({
            store: { attachments, drafts, onCommit, outbox, queries, simHash, strokes },
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
