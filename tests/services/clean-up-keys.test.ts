import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../src/domain/ids.ts';
import { cleanUpKeys } from '../../src/services/clean-up-keys.ts';
import { newContent } from '../../src/store/drafts/draft-content.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

let store: Store;
let stores = 0;
beforeEach(() => {
  stores += 1;
  store = openStore({ name: `tend-${stores}` });
});
afterEach(() => store.close());

/** Returns true if a start loads the key cleanup. */
async function isTended(): Promise<boolean> {
  let isAsked = false;
  const work = async (): Promise<void> => {
    isAsked = true;
  };
  await cleanUpKeys(store, async () => ({ cleanUpKeys: work }));
  return isAsked;
}

describe('a start', () => {
  it('of an empty phone does not load the key cleanup', async () => {
    expect(await isTended()).toBe(false);
  });

  it('cleans up the keys of a phone with a form', async () => {
    await store.drafts.create(id, 'registration', newContent('registration'));
    expect(await isTended()).toBe(true);
  });

  it('cleans up after a wipe, if copies name the agents', async () => {
    const sealed = new Uint8Array(8);
    const agent = { id: 'a', wraps: [{ kind: 'open', pepper: 'b', sealed }] } as const;
    await (await store.outbox()).store.saveMissingAgents([agent]);
    expect(await isTended()).toBe(true);
  });

  it('cleans up if the last form was deleted and the page was killed before its secrets were deleted', async () => {
    await store.drafts.create(id, 'registration', newContent('registration'));
    const outbox = await store.outbox();
    await outbox.store.remove(id, () => true);
    expect(await isTended()).toBe(true);
    for (const name of await outbox.store.secretsToDelete()) await outbox.store.deleteSecret(name);
    expect(await isTended()).toBe(false);
  });
});
