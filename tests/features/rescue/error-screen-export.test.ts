import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { exportOnErrorScreen } from '../../../src/routes/export-without-store.tsx';
import type { Services } from '../../../src/services/services.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const environment = { apiBaseAddress: '', name: 'local', showsBadge: false, showsBanner: false };

/** The services of a page with one draft, as far as the export uses them. */
async function pageWithDraft(changed: object = {}) {
  const world = new SyncWorld();
  await world.draft();
  const { store, ...ports } = world.ports();
  const sync = async () => ({ ports: { ...ports, store: { ...store, ...changed } } });
  return { world, services: async () => ({ sync }) as unknown as Services };
}

const exported = (services: () => Promise<Services>) =>
  exportOnErrorScreen(environment as never, services)('four words and more');

it('uses the store of the page, whose agent has unlocked it', async () => {
  const { services } = await pageWithDraft();
  expect(await exported(services)).toMatchObject({ status: 'exported', submissions: 1 });
});

it('opens a store of its own if the services or the store of the page fail', async () => {
  const failed = async () => {
    throw new Error('a made-up fault');
  };
  const own = { status: 'nothingToExport', unread: 0 };
  expect(await exported(failed)).toEqual(own);
  const { services } = await pageWithDraft({ ownUndelivered: failed });
  expect(await exported(services)).toEqual(own);
});
