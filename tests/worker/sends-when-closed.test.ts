import { expect, it } from 'vitest';
import { sendsWhenClosed } from '../../src/worker/unsent-advice.ts';

const page = { document: {}, navigator: { serviceWorker: { controller: {} } }, SyncManager: {} };

it('sending with Veld closed is promised only if the browser can do it', () => {
  expect(sendsWhenClosed(page)).toBe(true);
  const { SyncManager: _, ...withoutSync } = page;
  expect(sendsWhenClosed(withoutSync)).toBe(false);
  expect(sendsWhenClosed({ ...page, navigator: {} })).toBe(false);
});

it('sending with Veld closed is not promised while no worker controls the page', () => {
  const withoutWorker = { ...page, navigator: { serviceWorker: { controller: null } } };
  expect(sendsWhenClosed(withoutWorker)).toBe(false);
});

it('prerendered HTML assumes that the browser can', () => {
  expect(sendsWhenClosed({})).toBe(true);
});
