import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { installState } from '../../../src/features/settings/install-prompt.ts';
import {
  isOlder,
  KeysRefused,
  policyLine,
  storageFacts,
} from '../../../src/features/settings/phone-page.tsx';
import { PricePage, priceText, readPrice } from '../../../src/features/settings/settings-pages.tsx';
import { alertsState } from '../../../src/features/settings/settings-screen.tsx';
import {
  readStorage,
  requestPersistence,
  type StoragePort,
} from '../../../src/features/settings/storage-state.ts';
import { persistenceText } from '../../../src/messages/settings.ts';

describe('a price', () => {
  it.each([
    ['0,50', 0.5],
    ['0.5', 0.5],
    ['R 1 000', 1000],
    [',25', 0.25],
    ['2', 2],
  ])('is read from %s', (text, rand) => {
    expect(readPrice(text)).toEqual({ status: 'price', rand });
  });

  it.each(['abc', '1,2,3', '-1', '1e3', '1,'])('is refused for %s', (text) => {
    expect(readPrice(text)).toEqual({ status: 'unclear' });
  });

  it('says that it is too high, not that it is unreadable', () => {
    expect(readPrice('5000')).toEqual({ status: 'tooDear' });
    expect(readPrice('1000')).toEqual({ status: 'price', rand: 1000 });
  });

  it('is none for an empty text', () => {
    expect(readPrice(' ')).toEqual({ status: 'none' });
    expect(priceText(null)).toBe('');
    expect(priceText(0.5)).toBe('0,5');
  });

  it('has an example, with VAT if chosen', () => {
    const card = (addsVat: boolean) =>
      renderToStaticMarkup(
        <PricePage
          addsVat={addsVat}
          onPrice={async () => true}
          onVat={async () => true}
          pricePerMb={0.5}
        />,
      ).replaceAll('\u00a0', ' ');
    expect(card(false)).toContain('100 MB cost about R 50,00.');
    expect(card(true)).toContain('100 MB cost about R 57,50.');
  });
});

describe('the operator’s policy', () => {
  const version = '2026-11-24.1';

  it('is one line with its limits', () => {
    expect(policyLine({ version, maxUnsent: 60, maxAgeHours: 168 })).toBe(
      'Your operator’s limits (2026-11-24.1): at most 60 waiting, at most 7 days',
    );
    expect(policyLine({ version, maxAgeHours: 36 })).toBe(
      'Your operator’s limits (2026-11-24.1): at most 36 hours',
    );
    expect(policyLine({ version })).toBe('Your operator’s rules: 2026-11-24.1');
  });

  it.each([
    ['0.1.0', undefined, false],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.0', '0.10.0', true],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '0.9.9', false],
    ['0.9.9', '1.0.0', true],
  ])('version %s is older than %s: %s', (own, minimumVersion, isIt) => {
    expect(isOlder(own, { version, ...(minimumVersion && { minimumVersion }) })).toBe(isIt);
  });
});

describe('the alerts', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [true, 'granted', ['On']],
    [true, 'default', ['Off']],
    [true, 'denied', ['Blocked', true]],
    [true, null, ['Off']],
    [false, 'granted', ['Off']],
    [false, 'denied', ['Off']],
  ])('wanted: %s, and the browser’s permission is %s', (wantsNotifications, permission, state) => {
    vi.stubGlobal('Notification', { permission });
    vi.stubGlobal('window', permission === null ? {} : { Notification: {} });
    expect(alertsState({ wantsNotifications })).toEqual(state);
  });
});

describe('a phone that cannot store more keys', () => {
  it('shows how many forms it can still capture: each needs two keys', () => {
    expect(renderToStaticMarkup(<KeysRefused left={5} />)).toContain('space for 2 more customers.');
    expect(renderToStaticMarkup(<KeysRefused left={2} />)).toContain('space for 1 more customer.');
  });
});

const storage = (persisted: boolean, grants: boolean): StoragePort & { asked: number } => ({
  asked: 0,
  persisted: async () => persisted,
  async persist() {
    this.asked += 1;
    return grants;
  },
  estimate: async () => chromium(100),
});

/** Only Chromium's estimate has the usage by kind of storage. */
const chromium = (quota: number): StorageEstimate =>
  Object.assign({ usage: 40, quota }, { usageDetails: { indexedDB: 40 } });

describe('the storage', () => {
  it('shows used and free space, and the protection', async () => {
    expect(await readStorage(storage(true, true))).toEqual({ used: 40, free: 60, persisted: true });
    expect(await readStorage(undefined)).toEqual({ used: null, free: null, persisted: null });
    const broken = { estimate: () => Promise.reject(new Error()) };
    expect(await readStorage(broken)).toEqual({ used: null, free: null, persisted: null });
    const madeUp = { estimate: async () => chromium(40 + 10 * 2 ** 30) };
    expect(await readStorage(madeUp)).toEqual({ used: 40, free: null, persisted: null });
  });

  it('shows no free space if the browser reports a share of the whole disk', async () => {
    for (const quota of [100, 2.5e9, 10 * 2 ** 30]) {
      const firefox = { estimate: async () => ({ usage: 40, quota }) };
      const state = await readStorage(firefox);
      expect(state).toEqual({ used: 40, free: null, persisted: null });
      expect(storageFacts(state)).toContainEqual(['Space free', 'Not known']);
    }
  });

  it('is requested again until the browser promises it', async () => {
    const port = storage(false, false);
    expect(await requestPersistence(port)).toBe('refused');
    expect(await requestPersistence(port)).toBe('refused');
    expect(port.asked).toBe(2);
    expect(await requestPersistence(storage(false, true))).toBe('promised');
    expect(await requestPersistence(storage(true, true))).toBe('already');
  });

  it('offers protection only if there is none', async () => {
    const protectedAlready = storage(true, true);
    expect(await requestPersistence(protectedAlready)).toBe('already');
    expect(protectedAlready.asked).toBe(0);
    expect(await requestPersistence(storage(false, true))).toBe('promised');
    expect(await requestPersistence(storage(false, false))).toBe('refused');
    expect(await requestPersistence({})).toBe('unsupported');
  });

  it('does not suggest to install on iOS, where the installed app has another storage', async () => {
    const answer = await requestPersistence(storage(false, false), true);
    expect(persistenceText()[answer]).toBe(
      'The browser may clear Veld’s records when the phone is full. Send them soon.',
    );
  });
});

it('explains how to install on this device', () => {
  const state = (standalone: boolean, offered: boolean, ios: boolean, wasInstalled = false) =>
    installState({ standalone, wasInstalled, offered, ios });
  expect(state(true, true, true)).toBe('installed');
  expect(state(false, true, false)).toBe('offered');
  expect(state(false, false, true)).toBe('ios');
  expect(state(false, false, false)).toBe('menu');
  // The page was open in the browser while the app was installed.
  expect(state(false, false, false, true)).toBe('elsewhere');
});
