import type { Announced } from '../domain/announced.ts';
import type { Option } from '../domain/forms/form.ts';
import { Database } from './db/database.ts';
import { getDeviceIdentifier } from './device/device-identifier.ts';
import { readKey, writeKey } from './device/device-keys.ts';
import {
  isKeyRefused,
  keepAnnounced,
  keepKeyRefused,
  keepLastAnswer,
  type LastAnswer,
  readAnnounced,
} from './device/device-values.ts';
import { deskHere } from './keys/browser-key-store.ts';
import type { KeyDesk } from './keys/key-store.ts';
import { createConvertedPhotos } from './outbox/converted-photos.ts';
import { countsByStatus } from './outbox/counters.ts';
import { createAgents, createSecretUpkeep } from './outbox/key-upkeep.ts';
import type { OutboxStore } from './outbox/outbox-port.ts';
import { createOutboxReads } from './outbox/outbox-reads.ts';
import { createFileBytes } from './outbox/outbox-rows.ts';
import { createOutboxState } from './outbox/outbox-state.ts';
import { createLeases, createRecording } from './outbox/recording.ts';
import { createMendingRows } from './outbox/repairing-rows.ts';
import { createRestoring, createSealingOld } from './outbox/restoring.ts';
import { createFormIds, createSubmitting } from './outbox/submitting.ts';

/** For workers without a cookie store: the anti-forgery token as a page last saw it. */
export const rememberedAntiForgeryToken = async (db: Database): Promise<string | null> =>
  (await readKey(db, 'XSRF-TOKEN')) ?? null;

export async function rememberAntiForgeryToken(db: Database, token: string | null): Promise<void> {
  if (token === null || token === (await rememberedAntiForgeryToken(db))) return;
  await writeKey(db, 'XSRF-TOKEN', token);
}

/** As a GetInfo answer brings them. */
export type SentLists = Readonly<{
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

const hasSame = (kept: readonly Option[], sent: readonly Option[]): boolean =>
  kept.length === sent.length &&
  kept.every(({ value, label }, at) => sent[at]?.value === value && sent[at].label === label);

/**
 * Keeps the lists of a GetInfo answer. An empty list is no news: a form cannot be filled from it. Nor is the same list: a first
 * start asks twenty times, for form numbers, and each write would wake every query of the page while somebody types.
 */
export async function saveOptions(db: Database, sent: SentLists): Promise<void> {
  const { titleOptions: titles, typeOfBusinessOptions: businessTypes } = sent;
  if (titles.length === 0 || businessTypes.length === 0) return;
  const kept = await readKey(db, 'options');
  if (kept && hasSame(kept.titles, titles) && hasSame(kept.businessTypes, businessTypes)) return;
  await writeKey(db, 'options', { titles, businessTypes });
}

/** The outbox in IndexedDB. Each function writes in one strict transaction. */
export const createOutboxStore = (db: Database, desk: KeyDesk): OutboxStore => ({
  ...createOutboxReads(db, desk),
  ...createFileBytes(db, desk),
  ...createSubmitting(db, desk),
  ...createRestoring(db, desk),
  ...createSealingOld(db, desk),
  ...createMendingRows(db, desk),
  ...createSecretUpkeep(db, desk),
  ...createRecording(db, desk),
  ...createConvertedPhotos(db, desk),
  ...createAgents(db, desk),
  ...createLeases(db),
  ...createOutboxState(db),
  ...createFormIds(db),
});

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
  /** What the backend at a base address takes beside the specification's calls, by its newest GetInfo answer. */
  announced: Readonly<{
    read: (base: string) => Promise<readonly string[]>;
    keep: (announced: Announced) => Promise<void>;
    /** Whether it refuses the header with the idempotency key; forgotten after a week. */
    isKeyRefused: (base: string, now: number) => Promise<boolean>;
    keepKeyRefused: (base: string, now: number) => Promise<void>;
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
  announced: {
    read: (base) => readAnnounced(db, base),
    keep: (announced) => keepAnnounced(db, announced),
    isKeyRefused: (base, now) => isKeyRefused(db, base, now),
    keepKeyRefused: (base, now) => keepKeyRefused(db, base, now),
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
