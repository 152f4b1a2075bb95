import { later } from '../timers.ts';
import type { Database } from './database.ts';
import { deskHere } from './desk-here.ts';
import type { OpenedContext } from './draft-parts.ts';
import { type DraftsStore, draftsStore } from './drafts.ts';
import { openForm } from './form-rows.ts';
import type { KeyDesk } from './key-desk.ts';
import { overwriteClearText } from './overwrite-clear-text.ts';

/** The part of the store that seals and opens: a form that is only looked at does without. */
export type OwnForms = Readonly<{
  desk: KeyDesk;
  prepare: () => Promise<void>;
  drafts: DraftsStore;
  openedContext: OpenedContext;
  overwriteClearText: () => Promise<void>;
}>;

/** The first form of a phone must not wait for the secrets of the next ones, ms. */
const REFILL_AFTER_MS = 3_000;

export function ownForms(db: Database): OwnForms {
  const desk = deskHere(db);
  const drafts = draftsStore(db, desk);
  return {
    desk,
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
