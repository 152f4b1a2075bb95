import { expect, it } from 'vitest';
import { sendsWhenClosed } from '../../src/worker/sends-when-closed.ts';

const page = { document: {}, navigator: { serviceWorker: {} }, SyncManager: {} };

it('sending with Veld closed is promised only where the browser does it', () => {
  expect(sendsWhenClosed(page)).toBe(true);
  const { SyncManager: _, ...withoutSync } = page;
  expect(sendsWhenClosed(withoutSync)).toBe(false);
  expect(sendsWhenClosed({ ...page, navigator: {} })).toBe(false);
});

it('HTML made at build, which knows no browser, says what most can do', () => {
  expect(sendsWhenClosed({})).toBe(true);
});
