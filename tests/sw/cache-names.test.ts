import { expect, it } from 'vitest';
import { LATE_CACHE, SECRETS_CACHE } from '../../src/store/db/stored-names.ts';
import { OLD_CACHES, REFETCHABLE_CACHES } from '../../sw/cache-names.ts';

it('no code that removes caches removes the secrets', () => {
  for (const removed of [OLD_CACHES, REFETCHABLE_CACHES])
    expect(SECRETS_CACHE).not.toMatch(removed);
});

it('removes caches that can be downloaded again', () => {
  expect('ngsw:/:1:assets').toMatch(OLD_CACHES);
  for (const name of ['ngsw:/:1:assets', 'workbox-precache-v2-http://localhost/', LATE_CACHE])
    expect(name).toMatch(REFETCHABLE_CACHES);
});
