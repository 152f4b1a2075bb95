import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  lookAtPhone,
  watchPhone,
} from '../../../../src/features/settings/ready/use-ready-lines.ts';

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

describe('while a screen shows the phone’s state', () => {
  const MINUTE_MS = 60_000;
  const page = { missing: 0, isHidden: false, looks: 0, events: new EventTarget() };
  const seen: (number | null)[] = [];
  let leave = (): void => undefined;

  const turn = (isHidden: boolean) => {
    page.isHidden = isHidden;
    page.events.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    Object.assign(page, { missing: 0, isHidden: false, looks: 0, events: new EventTarget() });
    seen.length = 0;
    const controller = {
      postMessage: (_: unknown, [port]: MessagePort[]) => {
        page.looks += 1;
        port?.postMessage(page.missing);
      },
    };
    vi.stubGlobal('location', { origin: 'https://veld.test' });
    vi.stubGlobal('window', {});
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')));
    vi.stubGlobal('navigator', { serviceWorker: { controller } });
    vi.stubGlobal('document', {
      get hidden() {
        return page.isHidden;
      },
      addEventListener: page.events.addEventListener.bind(page.events),
      removeEventListener: page.events.removeEventListener.bind(page.events),
    });
    leave = () => undefined;
  });
  afterEach(() => leave());

  const watch = () => {
    leave = watchPhone(({ missingFiles }) => seen.push(missingFiles));
  };

  test('each return to the page looks again', async () => {
    watch();
    await expect.poll(() => seen).toEqual([0]);
    turn(true);
    turn(false);
    await expect.poll(() => seen).toEqual([0, 0]);
    expect(page.looks).toBe(2);
  });

  test('nothing looks while the page is hidden', async () => {
    page.missing = 3;
    watch();
    await expect.poll(() => seen).toEqual([3]);
    turn(true);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(page.looks).toBe(1);
    turn(false);
    // The page is hidden before the answer arrives.
    turn(true);
    await expect.poll(() => seen).toEqual([3, 3]);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(page.looks).toBe(2);
  });

  test('each minute looks again until no file is missing', async () => {
    page.missing = 3;
    watch();
    await expect.poll(() => seen).toEqual([3]);
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(() => seen).toEqual([3, 3]);
    page.missing = 0;
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(() => seen).toEqual([3, 3, 0]);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(page.looks).toBe(3);
  });

  test('a screen that is left hears no more', async () => {
    page.missing = 3;
    watch();
    await expect.poll(() => seen).toEqual([3]);
    turn(false);
    leave();
    turn(false);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(page.looks).toBe(2);
    expect(seen).toEqual([3]);
  });
});
