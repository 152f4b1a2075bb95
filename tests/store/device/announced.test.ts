import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../../src/store/db/database.ts';
import { readKey, writeKey } from '../../../src/store/device/device-keys.ts';
import {
  isKeyRefused,
  keepAnnounced,
  keepKeyRefused,
  photoType,
  readAnnounced,
} from '../../../src/store/device/device-values.ts';
import { WrittenTransactions } from '../../support/world/stored-form.ts';

let db: Database;
let name = 0;
beforeEach(() => {
  name += 1;
  db = new Database(`announced-${name}`);
});
afterEach(() => db.close());

const base = 'https://api.example';

it('only the newest answer counts', async () => {
  expect(await readAnnounced(db, base)).toEqual([]);
  await keepAnnounced(db, { base, accepts: ['webp', 'pieces'] });
  expect(await readAnnounced(db, base)).toEqual(['webp', 'pieces']);
  await keepAnnounced(db, { base, accepts: [] });
  expect(await readAnnounced(db, base)).toEqual([]);
});

it('counts only for its base address; another address deletes all learned facts', async () => {
  await keepAnnounced(db, { base, accepts: ['webp'] });
  await writeKey(db, 'capabilities', { listsNames: true, listsAll: true, refusesWebp: true });
  await writeKey(db, 'resumeSupport', { resumes: false, broken: 0, askedAt: 1 });
  expect(await readAnnounced(db, '/api')).toEqual([]);
  await keepAnnounced(db, { base, accepts: ['pieces'] });
  expect(await readKey(db, 'capabilities')).toMatchObject({ refusesWebp: true });
  await keepAnnounced(db, { base: '/api', accepts: ['webp'] });
  expect(await readAnnounced(db, '/api')).toEqual(['webp']);
  expect(await readAnnounced(db, base)).toEqual([]);
  expect(await readKey(db, 'capabilities')).toBeUndefined();
  expect(await readKey(db, 'resumeSupport')).toBeUndefined();
});

it('keeps the facts of an older build at the first announcement', async () => {
  await writeKey(db, 'capabilities', { listsNames: true, listsAll: true, refusesWebp: true });
  await keepAnnounced(db, { base, accepts: ['webp'] });
  expect(await readKey(db, 'capabilities')).toMatchObject({ listsAll: true, refusesWebp: true });
});

it('takes photos as WebP only if the backend announced it and refused none', async () => {
  const auto = { base, accepts: [] };
  expect(await photoType(db, auto)).toBe('image/jpeg');
  await keepAnnounced(db, { base, accepts: ['webp'] });
  expect(await photoType(db, auto)).toBe('image/webp');
  expect(await photoType(db, { base: '/api', accepts: [] })).toBe('image/jpeg');
  expect(await photoType(db, { base, accepts: ['-webp'] })).toBe('image/jpeg');
  expect(await photoType(db, { base: '/api', accepts: ['webp'] })).toBe('image/webp');
  await writeKey(db, 'capabilities', { listsNames: true, listsAll: true, refusesWebp: true });
  expect(await photoType(db, auto)).toBe('image/jpeg');
  expect(await photoType(db, { base, accepts: ['webp'] })).toBe('image/jpeg');
});

it('keeps the limits of the newest answer alone', async () => {
  const policy = { version: '1', maxUnsent: 60 };
  const announced = () => readKey(db, 'announced');
  await keepAnnounced(db, { base, accepts: ['statusAfter'], isRevoked: true, policy });
  expect(await announced()).toEqual({ base, accepts: ['statusAfter'], isRevoked: true, policy });
  await keepKeyRefused(db, base, 5);
  expect(await announced()).toMatchObject({ isRevoked: true, policy, keyRefusedAt: 5 });
  await keepAnnounced(db, { base, accepts: ['statusAfter'] });
  expect(await announced()).toEqual({ base, accepts: ['statusAfter'], keyRefusedAt: 5 });
});

it('writes an unchanged announcement once', async () => {
  const written = new WrittenTransactions(db);
  const same = () => ({ base, accepts: ['statusAfter'], policy: { version: '1', maxUnsent: 60 } });
  await keepAnnounced(db, same());
  written.begin();
  await keepAnnounced(db, same());
  expect(written.count).toBe(0);
});

it('remembers a refused idempotency header for a week, for its base address', async () => {
  const week = 7 * 24 * 3_600_000;
  await keepAnnounced(db, { base, accepts: ['idempotencyKey'] });
  expect(await isKeyRefused(db, base, 0)).toBe(false);
  await keepKeyRefused(db, base, 5);
  expect(await readAnnounced(db, base)).toEqual(['idempotencyKey']);
  expect(await isKeyRefused(db, base, 6)).toBe(true);
  expect(await isKeyRefused(db, '/api', 6)).toBe(false);
  // A newer announcement does not change the stored refusal.
  await keepAnnounced(db, { base, accepts: ['idempotencyKey', 'webp'] });
  expect(await isKeyRefused(db, base, 6)).toBe(true);
  expect(await isKeyRefused(db, base, week + 5)).toBe(false);
  await keepAnnounced(db, { base: '/api', accepts: [] });
  expect(await isKeyRefused(db, base, 6)).toBe(false);
});
