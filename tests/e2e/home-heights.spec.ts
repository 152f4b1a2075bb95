import { expect, type Page } from '@playwright/test';
import { DRAIN_LOCK } from '../../src/sync/locks.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { databaseMade } from '../support/disk/app-database.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

const HOUR_MS = 3_600_000;

/** A problem of the phone: a hold, refused rows, or a fact that the page asks the browser for. */
type Wrong = Readonly<{
  title: RegExp;
  hold?: Readonly<{ reason: string; httpStatus?: number }>;
  refused?: number;
  isOld?: boolean;
  fake?: 'space' | 'clock' | 'files';
}>;

const strips: readonly (Wrong | null)[] = [
  null,
  { title: /Sending has stopped/, hold: { reason: 'auth', httpStatus: 401 } },
  { title: /Sending has stopped/, hold: { reason: 'auth', httpStatus: 403 } },
  { title: /2 forms need your attention/, refused: 2 },
  { title: /Space for 3 more customers/, fake: 'space' },
  { title: /The clock is 60 minutes wrong/, fake: 'clock' },
  { title: /New forms wait for a number/, hold: { reason: 'formNumber' } },
  { title: /This Wi-Fi wants you to log in/, hold: { reason: 'portal' } },
  // Just after midnight, 25 hours ago is not yesterday.
  { title: /2 forms wait, the first since/, isOld: true },
  { title: /Veld is not complete on this phone/, fake: 'files' },
];

/** Replaces all rows and the hold, and chooses the browser's answers. */
async function become(page: Page, drafts: number, wrong: Wrong | null): Promise<void> {
  await databaseMade(page);
  await page.evaluate(
    async ({ hold, now, hour }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      await new Promise<void>((resolve, reject) => {
        const work = database.transaction(['submissions', 'counters', 'device'], 'readwrite');
        work.oncomplete = () => resolve();
        work.onabort = () => reject(work.error);
        work.objectStore('submissions').clear();
        work.objectStore('counters').clear();
        const device = work.objectStore('device');
        if (hold === undefined) device.delete('hold');
        else
          device.put({
            key: 'hold',
            value: { httpStatus: null, since: now, nextProbeAt: now + hour, tries: 1, ...hold },
          });
      });
      database.close();
    },
    { hold: wrong?.hold, now: Date.now(), hour: HOUR_MS },
  );
  const daysAgo = wrong?.isOld ? 1 : 0;
  const now = Date.now() - (wrong?.isOld ? HOUR_MS : 0);
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => from + n);
  await seedOutbox(page, [
    ...numbers(1, 3).map((number) => madeUpRow(number, 'delivered')),
    ...numbers(11, 2).map((number) => madeUpRow(number, 'queued', { daysAgo, now })),
    ...numbers(21, wrong?.refused ?? 0).map((number) => madeUpRow(number, 'rejected')),
    ...numbers(31, drafts).map((number) => madeUpRow(number, 'draft')),
  ]);
  await page.evaluate((fake) => sessionStorage.setItem('fake', fake), wrong?.fake ?? '');
}

/** Runs in the page. Replaces those answers of the browser that the test has chosen. */
function answerForBrowser(): void {
  const wanted = () => sessionStorage.getItem('fake');
  const estimate = StorageManager.prototype.estimate;
  StorageManager.prototype.estimate = async function faked() {
    if (wanted() !== 'space') return estimate.call(this);
    return Object.assign({ usage: 0, quota: 53_500_000 }, { usageDetails: {} });
  };
  const post: (message: unknown, transfer: MessagePort[]) => void =
    ServiceWorker.prototype.postMessage;
  ServiceWorker.prototype.postMessage = function faked(message: unknown, more: unknown) {
    const [port] = Array.isArray(more) ? more : [];
    if (wanted() === 'files' && port instanceof MessagePort) port.postMessage(3);
    else post.call(this, message, more as MessagePort[]);
  };
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (wanted() !== 'clock' || init?.method !== 'HEAD') return fetch(input, init);
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    return new Response(null, { headers: { date } });
  };
}

/** Runs `work` on a phone with the app at a live address. There the app has no line with the name of the environment. */
async function atLiveAddress(work: (device: Device, page: Page) => Promise<void>): Promise<void> {
  const backend = await BackendProcess.start();
  const live = `http://veld.test:${backend.port}`;
  const device = new Device(live, {
    args: [
      '--host-resolver-rules=MAP veld.test 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${live}`,
    ],
  });
  try {
    await device.switchOn();
    await device.context.addInitScript(answerForBrowser);
    await work(device, await device.installApp());
  } finally {
    await device.remove();
    await backend.remove();
  }
}

/** Opens the database. Then another tab takes the drain's lock, so that the outbox sends nothing and each hold stays. */
async function holdStill(device: Device, page: Page): Promise<void> {
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const other = await device.context.newPage();
  await other.goto('/');
  await other.evaluate(
    (name) => void navigator.locks.request(name, () => new Promise(() => undefined)),
    DRAIN_LOCK,
  );
  await page.bringToFront();
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('Home ends before the fold in each state, and Register is in sight on a small phone', () =>
  atLiveAddress(async (device, page) => {
    const register = page.getByRole('link', { name: 'Register a SIM', exact: true });
    const bottom = async () => {
      const box = await page.locator('li').filter({ has: register }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 1_000);
    };
    const expectFits = async (where: string): Promise<void> => {
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await heightOf(page), where).toBeLessThanOrEqual(740);
      await page.setViewportSize({ width: 320, height: 568 });
      expect(await bottom(), where).toBeLessThanOrEqual(508);
    };
    // The outbox creates the database. Home counts the things to do only if there is one.
    await page.goto('/outbox');
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    await page.goto('/');
    await expect(page.getByText(/things? to do|You are ready/)).toBeVisible();
    await expectFits('the first day');
    const words = await page.locator('main').innerText();
    expect(words.trim().split(/\s+/).length).toBeLessThanOrEqual(60);

    await holdStill(device, page);
    for (const drafts of [0, 1, 2, 9])
      for (const wrong of strips) {
        await become(page, drafts, wrong);
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Today/);
        if (wrong !== null)
          await expect(page.getByRole('link', { name: wrong.title })).toBeVisible();
        await expect(
          page.getByRole('list', { name: 'Continue' }).getByRole('listitem'),
        ).toHaveCount(Math.min(drafts, 2));
        await expectFits(`${drafts} drafts, ${wrong?.title}`);
      }
  }));

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('Captured ends before the fold in each row of its table', () =>
  atLiveAddress(async (device, page) => {
    await holdStill(device, page);
    const holds: readonly (readonly [string, Wrong['hold']])[] = [
      ['none', undefined],
      ...['network', 'busy', 'version', 'portal', 'clock', 'formNumber'].map(
        (reason) => [reason, { reason }] as const,
      ),
      ['401', { reason: 'auth', httpStatus: 401 }],
      ['403', { reason: 'auth', httpStatus: 403 }],
    ];
    const see = async (number: number, word: string, where: string): Promise<void> => {
      await page.goto(`/captured/${idOf(number)}`);
      await expect(page.getByRole('main').getByRole('status')).toContainText(word);
      expect(await heightOf(page), where).toBeLessThanOrEqual(740);
    };
    for (const [name, hold] of holds) {
      await become(page, 1, { title: /./, refused: 1, ...(hold && { hold }) });
      await see(11, hold?.reason === 'auth' ? 'Paused' : 'Waiting to send', name);
      if (hold !== undefined) continue;
      await see(1, 'Sent', 'sent');
      await see(21, 'Needs attention', 'refused');
      await see(31, 'Draft', 'draft');
    }
  }));

test('Ready with three tips, and the page of this phone, end before the fold', () =>
  atLiveAddress(async (device, page) => {
    await device.context.grantPermissions(['geolocation']);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/ready');
    const tips = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(tips).toHaveCount(4);
    await page
      .getByRole('button', { name: /^More:/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(tips).toHaveCount(3);
    const rest = page.getByText('Works without signal');
    await expect(rest).toBeHidden();
    expect(await heightOf(page), 'ready').toBeLessThanOrEqual(740);
    await page.getByRole('heading', { name: /^Ready \d+$/ }).click();
    await expect(rest).toBeVisible();

    await page.goto('/settings/phone');
    for (const text of ['Protect my forms', 'Install Veld', 'App version', 'Phone ID'])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    expect(await heightOf(page), 'this phone').toBeLessThanOrEqual(740);
  }));

test('the details of a form end before the fold, and say nothing twice', () =>
  atLiveAddress(async (device, page) => {
    await holdStill(device, page);
    await become(page, 1, { title: /./, refused: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const number of [1, 11, 21, 31]) {
      await page.goto(`/outbox/${idOf(number)}`);
      await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
      expect(await heightOf(page), `${number}`).toBeLessThanOrEqual(740);
      const text = await page.locator('main').innerText();
      const said = text.match(/[^.!?\n]{12,}[.!?]/g)?.map((one) => one.trim()) ?? [];
      expect(said, `${number}`).toEqual([...new Set(said)]);
    }
  }));
