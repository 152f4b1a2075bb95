import 'fake-indexeddb/auto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/domain/submission-types.ts';
import { Database } from '../../src/store/db/database.ts';
import { writeKey } from '../../src/store/device/device-keys.ts';
import { frameFacts } from '../../src/store/open-store.ts';
import { bumpCounters } from '../../src/store/outbox/counters.ts';
import { ALONE } from '../support/app/built-app.ts';

const db = new Database('frame-facts');
afterAll(() => db.delete());
beforeEach(async () => {
  await db.device.clear();
  await db.counters.clear();
});

const alone = async () => ALONE;
const waits = () => db.transaction('rw', db.counters, () => bumpCounters(db, null, 'queued'));
const holdFor = (reason: Hold['reason']) =>
  writeKey(db, 'hold', { reason, since: 1, nextProbeAt: 2, httpStatus: null, tries: 1 });

describe('what the frame says of the outbox', () => {
  it.each(['network', 'portal', 'clock'] as const)(
    'is that the server was not reached, where something waits for %s',
    async (reason) => {
      await waits();
      await holdFor(reason);
      expect(await frameFacts(db, alone)).toMatchObject({
        isServerReached: false,
        counts: { queued: 1 },
      });
    },
  );

  it.each(['busy', 'auth', 'version', 'formNumber'] as const)(
    'is not that where the server answered: %s',
    async (reason) => {
      await waits();
      await holdFor(reason);
      expect((await frameFacts(db, alone)).isServerReached).toBe(true);
    },
  );

  it('believes no hold while nothing waits, nor one that it cannot read', async () => {
    await holdFor('network');
    expect((await frameFacts(db, alone)).isServerReached).toBe(true);
    await waits();
    await db.device.put({ key: 'hold', value: 'x' });
    expect((await frameFacts(db, alone)).isServerReached).toBe(true);
  });
});
