import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { readHold, readKey, writeKey } from '../device/device-keys.ts';
import { readPhotoRule } from '../device/device-values.ts';
import type { BackendCapabilities, OutboxState, Sentinel } from './outbox-port.ts';

const nothingKnown: BackendCapabilities = { listsNames: false, listsAll: false };

export function createOutboxState(db: Database): OutboxState & Sentinel {
  return {
    hold: () => withReopen(db, () => readHold(db)),
    setHold: (hold) => withReopen(db, () => writeKey(db, 'hold', hold)),
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
    setSentinel: (sentinel) => withReopen(db, () => writeKey(db, 'sentinel', sentinel)),
  };
}
