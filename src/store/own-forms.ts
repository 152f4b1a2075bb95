import { later } from '../timers.ts';
import type { Database } from './database.ts';
import { deskHere } from './desk-here.ts';
import type { OpenedContext } from './draft-parts.ts';
import { type DraftsStore, draftsStore } from './drafts.ts';
import { openForm } from './form-rows.ts';
import type { LockableDesk } from './key-desk.ts';
import type { LockStore } from './lock-port.ts';
import type { LockPorts } from './lock-ports.ts';
import { forgetOldSims } from './old-sims.ts';
import { overwriteClearText } from './overwrite-clear-text.ts';

/** The part of the store that seals and opens: a form that is only looked at does without. */
export type OwnForms = Readonly<{
  desk: LockableDesk;
  prepare: () => Promise<void>;
  drafts: DraftsStore;
  openedContext: OpenedContext;
  overwriteClearText: () => Promise<void>;
  forgetOldSims: () => Promise<void>;
  /** Only where there is a lock, or is to be one. */
  lockStore: (ports: LockPorts) => Promise<LockStore>;
}>;

/** The first form of a phone must not wait for the secrets of the next ones, ms. */
const REFILL_AFTER_MS = 3_000;

export function ownForms(db: Database): OwnForms {
  const desk = deskHere(db);
  const { forget, ...drafts } = draftsStore(db, desk);
  return {
    desk,
    lockStore: async (ports) => {
      const { lockStore } = await import('./lock-store.ts');
      const lock = (): void => {
        desk.lock();
        forget();
      };
      return lockStore(db, { desk, lock }, ports);
    },
    prepare: async () => {
      await desk.own();
      await desk.refill();
    },
    drafts: {
      ...drafts,
      create: async (...form) => {
        const created = await drafts.create(...form);
        later(REFILL_AFTER_MS, () => void desk.refill().catch(() => undefined));
        return created;
      },
    },
    overwriteClearText: () => overwriteClearText(db),
    forgetOldSims: () => forgetOldSims(db, Date.now()),
    openedContext: async (rows, others) => {
      const form = await openForm(desk, rows);
      const opened = await Promise.all(others.map(desk.opened));
      return {
        attachments: form?.attachments ?? [],
        strokes: form?.strokes ?? [],
        others: opened.filter((row) => row !== null),
      };
    },
  };
}
