import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { readHold, readKey, writeKey } from '../device/device-keys.ts';
import { readPhotoRule } from '../device/device-values.ts';
import type { BackendCapabilities, OutboxState, Sentinel } from './outbox-port.ts';

const nothingKnown: BackendCapabilities = { listsNames: false, listsAll: false };

/** The outbox's small values: the hold, facts about the backend, the sentinel. */
export function createOutboxState(db: Database): OutboxState & Sentinel {
  return {
    hold: () => reopening(db, () => readHold(db)),
    setHold: (hold) => reopening(db, () => writeKey(db, 'hold', hold)),
    triedInVain: (last) =>
      reopening(db, () =>
        db.transaction('rw', db.device, async () => {
          const { tries } = (await readKey(db, 'triedInVain')) ?? { tries: 0 };
          await writeKey(db, 'triedInVain', { ...last, tries: tries + 1 });
        }),
      ),
    capabilities: () =>
      reopening(db, async () => (await readKey(db, 'capabilities')) ?? nothingKnown),
    setCapabilities: (learned) => reopening(db, () => writeKey(db, 'capabilities', learned)),
    resumeSupport: () => reopening(db, async () => (await readKey(db, 'resumeSupport')) ?? null),
    setResumeSupport: (support) => reopening(db, () => writeKey(db, 'resumeSupport', support)),
    photoRule: () => reopening(db, () => readPhotoRule(db)),
    sentinel: () => reopening(db, async () => (await readKey(db, 'sentinel')) ?? null),
    setSentinel: (sentinel) => reopening(db, () => writeKey(db, 'sentinel', sentinel)),
  };
}
