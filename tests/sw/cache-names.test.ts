import { expect, it } from 'vitest';
import { SECRETS_CACHE } from '../../src/store/db/stored-names.ts';
import { OLD_CACHES, REFETCHABLE_CACHES } from '../../sw/cache-names.ts';

it('leaves the secrets alone, whoever removes caches: without them nothing that waits can be opened', () => {
  for (const removed of [OLD_CACHES, REFETCHABLE_CACHES])
    expect(SECRETS_CACHE).not.toMatch(removed);
});

it('removes what the app and its predecessor can fetch again', () => {
  expect('ngsw:/:1:assets').toMatch(OLD_CACHES);
  for (const name of ['ngsw:/:1:assets', 'workbox-precache-v2-http://localhost/'])
    expect(name).toMatch(REFETCHABLE_CACHES);
});
