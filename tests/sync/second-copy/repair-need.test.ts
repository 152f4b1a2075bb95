import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionStatus } from '../../../src/domain/submission-types.ts';
import { Database } from '../../../src/store/db/database.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { openStore, type Store } from '../../../src/store/open-store.ts';
import { updateCounters } from '../../../src/store/outbox/counters.ts';
import { needsRepair } from '../../../src/sync/second-copy/repair-need.ts';
import {
  createMemoryCopy,
  lateCopy,
  noSecondCopy,
} from '../../support/fakes/memory-second-copy.ts';

let number = 0;
let db: Database;
let store: Store;
const sentinel = ['mark', new Map([['sentinel', 'one']])] as const;

beforeEach(() => {
  number += 1;
  db = new Database(`need-${number}`);
  store = openStore({ name: db.name });
});

describe('a start has something to repair', () => {
  it.each<SubmissionStatus>(['draft', 'queued', 'rejected'])(
    'if a form is %s: its files may be damaged',
    async (status) => {
      await updateCounters(db, null, status);
      expect(await needsRepair(store, noSecondCopy, false)).toBe(true);
    },
  );

  it('if second copies exist, whatever the database has', async () => {
    await createOutboxStore(db, browserKeyStore(db)).setSentinel('one');
    const secondCopy = createMemoryCopy(new Map([sentinel, ['some-id', new Map()]]));
    expect(await needsRepair(store, secondCopy, false)).toBe(true);
  });

  it('if the copies have a sentinel and the database has none: it was wiped', async () => {
    expect(await needsRepair(store, createMemoryCopy(new Map([sentinel])), false)).toBe(true);
  });
});

describe('a start has nothing to repair', () => {
  it('on a new phone', async () => {
    expect(await needsRepair(store, createMemoryCopy(new Map()), false)).toBe(false);
    expect(await needsRepair(store, noSecondCopy, false)).toBe(false);
  });

  it('if everything was delivered and its copies are deleted', async () => {
    await createOutboxStore(db, browserKeyStore(db)).setSentinel('one');
    await updateCounters(db, null, 'delivered');
    expect(await needsRepair(store, createMemoryCopy(new Map([sentinel])), false)).toBe(false);
  });
});

describe('a start whose private files open late', () => {
  it('waits for them if the phone is known and the database is new: it may have been wiped', async () => {
    const limits: (number | undefined)[] = [];
    const secondCopy = {
      ...createMemoryCopy(new Map([sentinel])),
      state: async (limitMs?: number) => {
        limits.push(limitMs);
        return 'open' as const;
      },
    };
    expect(await needsRepair(store, secondCopy, false)).toBe(true);
    expect(limits).toEqual([15_000]);
  });

  it('waits only once', async () => {
    await expect(needsRepair(store, lateCopy, false)).rejects.toThrow('late');
    expect(await store.hasSentinel()).toBe(true);
  });

  it('does not wait on a new phone', async () => {
    await expect(needsRepair(store, lateCopy, true)).rejects.toThrow('late');
    expect(await store.hasSentinel()).toBe(false);
  });
});
