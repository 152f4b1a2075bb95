import { afterEach, expect, test, vi } from 'vitest';
import { lookAtPhone } from '../../../../src/features/settings/ready/use-ready-lines.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => undefined);

const UNKNOWN = {
  missingFiles: null,
  storage: { used: null, free: null, persisted: null },
  location: 'unknown',
  hasCamera: null,
  alerts: null,
  clockOffMs: null,
};

test('the check ends after 10 s if the browser and the server never answer', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'https://veld.test' });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', never);
  vi.stubGlobal('navigator', {
    storage: { estimate: never, persisted: never },
    permissions: { query: never },
    mediaDevices: { enumerateDevices: never },
  });
  let found: unknown;
  void lookAtPhone().then((facts) => {
    found = facts;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(found).toEqual(UNKNOWN);
});

test('the check ends if the browser has none of these functions', async () => {
  vi.stubGlobal('location', { origin: 'https://veld.test' });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')));
  vi.stubGlobal('navigator', {});
  expect(await lookAtPhone()).toEqual(UNKNOWN);
});
