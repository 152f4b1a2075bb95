import { rememberAntiForgeryToken, rememberedAntiForgeryToken } from './anti-forgery-token.ts';
import { countsByStatus } from './counters.ts';
import { Database } from './database.ts';
import { deskHere } from './desk-here.ts';
import { getDeviceIdentifier } from './device-identifier.ts';
import { readKey } from './device-keys.ts';
import { type SentLists, saveOptions } from './info.ts';
import type { KeyDesk } from './key-desk.ts';
import { keepLastAnswer, type LastAnswer } from './last-answer.ts';
import { createOutboxStore } from './outbox.ts';
import type { OutboxStore } from './outbox-ports.ts';

/** What sends needs of this device, in page and worker alike. */
export type Outbox = Readonly<{
  store: OutboxStore;
  /** Made at first use. */
  deviceIdentifier: () => Promise<string>;
  /** As a page last saw it: for workers without a cookie store. */
  antiForgeryToken: Readonly<{
    read: () => Promise<string | null>;
    remember: (token: string | null) => Promise<void>;
  }>;
  /** Keeps the lists of a GetInfo answer. */
  keepOptions: (sent: SentLists) => Promise<void>;
  /**
   * Makes secrets for the next forms where few are left; for idle time. Resolves with how many are left where the phone takes no more,
   * else null.
   */
  refillSpares: () => Promise<number | null>;
  /** Keeps what the server answered last, for whoever asks for help. */
  keepLastAnswer: (answer: LastAnswer) => Promise<void>;
}>;

export const outboxOf = (db: Database, desk: KeyDesk): Outbox => ({
  store: createOutboxStore(db, desk),
  deviceIdentifier: () => getDeviceIdentifier(db),
  antiForgeryToken: {
    read: () => rememberedAntiForgeryToken(db),
    remember: (token) => rememberAntiForgeryToken(db, token),
  },
  keepOptions: (sent) => saveOptions(db, sent),
  refillSpares: desk.refill,
  keepLastAnswer: (answer) => keepLastAnswer(db, answer),
});

/** The worker's door. */
export type WorkerStore = Outbox &
  Readonly<{
    /** How many are submitted and not delivered. */
    waiting: () => Promise<number>;
    /** How many the app's icon counts: what waits, and what was refused. */
    onIcon: () => Promise<number>;
    /** Whether the person wants to be told of deliveries while the app is closed. */
    notifies: () => Promise<boolean>;
  }>;

/** Opens nothing yet: the first use does. */
export function openOutbox(): WorkerStore {
  const db = new Database();
  return {
    ...outboxOf(db, deskHere(db)),
    waiting: async () => (await countsByStatus(db)).queued,
    onIcon: async () => {
      const { queued, rejected } = await countsByStatus(db);
      return queued + rejected;
    },
    notifies: async () => (await readKey(db, 'notifies')) === true,
  };
}
