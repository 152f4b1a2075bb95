import type { Announced, ClientState } from '../domain/announced.ts';
import type { Option } from '../domain/forms/form.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import { Database } from './db/database.ts';
import { withReopen } from './db/transactions.ts';
import { getDeviceIdentifier } from './device/device-identifier.ts';
import { readHold, readKey, writeKey } from './device/device-keys.ts';
import {
  isKeyRefused,
  keepAnnounced,
  keepKeyRefused,
  keepLastAnswer,
  type LastAnswer,
  readAnnounced,
  readPhotoRule,
} from './device/device-values.ts';
import { browserKeyStore } from './keys/browser-key-store.ts';
import type { KeyStore } from './keys/key-store.ts';
import { createConvertedPhotos } from './outbox/converted-photos.ts';
import {
  clientState,
  countNewVerdicts,
  countReturns,
  countsByStatus,
  type NewVerdicts,
  openReturns,
} from './outbox/counters.ts';
import { createAgents, createSecretUpkeep } from './outbox/key-upkeep.ts';
import type {
  BackendCapabilities,
  OutboxState,
  OutboxStore,
  SendingStore,
  Sentinel,
} from './outbox/outbox-port.ts';
import { createOutboxReads } from './outbox/outbox-reads.ts';
import { createFileBytes } from './outbox/outbox-rows.ts';
import { createChanges, createLeases, createRecording } from './outbox/recording.ts';
import { createRestoring, createSealingOld, createUndo } from './outbox/restoring.ts';
import { createRowRepair } from './outbox/row-repair.ts';
import { createFormIds, createSubmitting } from './outbox/submitting.ts';
import { createVerdicts } from './outbox/verdict-pages.ts';

/** The anti-forgery token that a page saw last, for workers without a cookie store. */
export const rememberedAntiForgeryToken = async (db: Database): Promise<string | null> =>
  (await readKey(db, 'XSRF-TOKEN')) ?? null;

export async function rememberAntiForgeryToken(db: Database, token: string | null): Promise<void> {
  if (token === null || token === (await rememberedAntiForgeryToken(db))) return;
  await writeKey(db, 'XSRF-TOKEN', token);
}

export type SentLists = Readonly<{
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

const hasSame = (kept: readonly Option[], sent: readonly Option[]): boolean =>
  kept.length === sent.length &&
  kept.every(({ value, label }, at) => sent[at]?.value === value && sent[at].label === label);

/**
 * Stores the lists of a GetInfo answer. An empty list changes nothing, because a person could not fill in the form. Unchanged lists are
 * not written: a first start makes twenty GetInfo calls, and each write would run the page's queries again.
 */
export async function saveOptions(db: Database, sent: SentLists): Promise<void> {
  const kept = (await readKey(db, 'options')) ?? builtInOptions;
  const [titles, businessTypes] = [sent.titleOptions, sent.typeOfBusinessOptions];
  const next = {
    titles: titles.length > 0 ? titles : kept.titles,
    businessTypes: businessTypes.length > 0 ? businessTypes : kept.businessTypes,
  };
  if (hasSame(kept.titles, next.titles) && hasSame(kept.businessTypes, next.businessTypes)) return;
  await writeKey(db, 'options', next);
}

/** The store of a drain and the repair. Each function writes in one strict transaction. */
const createSendingStore = (db: Database, keyStore: KeyStore): SendingStore => ({
  ...createOutboxReads(db, keyStore),
  ...createFileBytes(db, keyStore),
  ...createChanges(db, keyStore),
  ...createRestoring(db),
  ...createRowRepair(db, keyStore),
  ...createSecretUpkeep(db, keyStore),
  ...createRecording(db, keyStore),
  ...createConvertedPhotos(db, keyStore),
  ...createAgents(db, keyStore),
  ...createLeases(db),
  ...createOutboxState(db),
  ...createFormIds(db),
  ...createVerdicts(db),
});

/** The same store with the functions that only pages call. The worker's script does not include their code. */
export const createOutboxStore = (db: Database, keyStore: KeyStore): OutboxStore => ({
  ...createSendingStore(db, keyStore),
  ...createSubmitting(db, keyStore),
  ...createUndo(db, keyStore),
  ...createSealingOld(db, keyStore),
});

/** The part of the store that sending needs, for page and worker. */
export type Outbox<Store extends SendingStore = OutboxStore> = Readonly<{
  store: Store;
  /** Returns the identifier. The first use creates it. */
  deviceIdentifier: () => Promise<string>;
  /** The token for workers without a cookie store. A page stores it. */
  antiForgeryToken: Readonly<{
    read: () => Promise<string | null>;
    remember: (token: string | null) => Promise<void>;
  }>;
  /** The extensions that the backend at a base address announced in its newest GetInfo answer. */
  announced: Readonly<{
    read: (base: string) => Promise<readonly string[]>;
    keep: (announced: Announced) => Promise<void>;
    /** True if the backend refused the idempotency header within the last week. */
    isKeyRefused: (base: string, now: number) => Promise<boolean>;
    keepKeyRefused: (base: string, now: number) => Promise<void>;
  }>;
  keepOptions: (sent: SentLists) => Promise<void>;
  clientState: () => Promise<ClientState>;
  /** Creates more secrets if few are available. Returns null if enough are available, else how many are left. */
  refillAvailable: () => Promise<number | null>;
  keepLastAnswer: (answer: LastAnswer) => Promise<void>;
}>;

const outboxWith = <Store extends SendingStore>(
  db: Database,
  keyStore: KeyStore,
  store: Store,
): Outbox<Store> => ({
  store,
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
  clientState: () => clientState(db),
  refillAvailable: keyStore.refillAvailable,
  keepLastAnswer: (answer) => keepLastAnswer(db, answer),
});

export const outboxOf = (db: Database, keyStore: KeyStore): Outbox =>
  outboxWith(db, keyStore, createOutboxStore(db, keyStore));

export type WorkerStore = Outbox<SendingStore> &
  Readonly<{
    waiting: () => Promise<number>;
    /** The number on the app's icon: waiting, refused and returned submissions. */
    onIcon: () => Promise<number>;
    /** The operator's news between two times, ms since 1970. */
    countNewVerdicts: (since: number, until: number) => Promise<NewVerdicts>;
    /** True if the person wants notifications of deliveries while the app is closed. */
    wantsNotifications: () => Promise<boolean>;
  }>;

/** Does not open the database. The first use opens it. */
export function openOutbox(): WorkerStore {
  const db = new Database();
  const keyStore = browserKeyStore(db);
  return {
    ...outboxWith(db, keyStore, createSendingStore(db, keyStore)),
    waiting: async () => (await countsByStatus(db)).queued,
    onIcon: async () => {
      const { queued, rejected } = await countsByStatus(db);
      return queued + rejected + countReturns(await openReturns(db));
    },
    countNewVerdicts: (since, until) => countNewVerdicts(db, since, until),
    wantsNotifications: async () => (await readKey(db, 'wantsNotifications')) === true,
  };
}

const nothingKnown: BackendCapabilities = { listsNames: false, listsAll: false };

function createOutboxState(db: Database): OutboxState & Sentinel {
  return {
    hold: () => withReopen(db, () => readHold(db)),
    changeHold: (change) =>
      withReopen(db, () =>
        db.transaction('rw', db.device, async () => {
          const stored = await readHold(db);
          const hold = change(stored);
          if (hold !== stored) await writeKey(db, 'hold', hold);
          return hold;
        }),
      ),
    failedAttempts: (last) =>
      withReopen(db, () =>
        db.transaction('rw', db.device, async () => {
          const { tries } = (await readKey(db, 'failedAttempts')) ?? { tries: 0 };
          await writeKey(db, 'failedAttempts', { ...last, tries: tries + 1 });
        }),
      ),
    capabilities: () =>
      withReopen(db, async () => (await readKey(db, 'capabilities')) ?? nothingKnown),
    setCapabilities: (learned) => withReopen(db, () => writeKey(db, 'capabilities', learned)),
    resumeSupport: () => withReopen(db, async () => (await readKey(db, 'resumeSupport')) ?? null),
    setResumeSupport: (support) => withReopen(db, () => writeKey(db, 'resumeSupport', support)),
    photoPolicy: () => withReopen(db, () => readPhotoRule(db)),
    sentinel: () => withReopen(db, async () => (await readKey(db, 'sentinel')) ?? null),
    setSentinel: (sentinel, restored) =>
      withReopen(db, () =>
        db.transaction('rw', db.device, async () => {
          if (restored !== undefined) await writeKey(db, 'wipeReport', restored);
          await writeKey(db, 'sentinel', sentinel);
        }),
      ),
  };
}
