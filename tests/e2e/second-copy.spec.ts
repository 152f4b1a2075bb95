import { expect, type Page } from '@playwright/test';
import type { Device } from '../support/browser/device.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { expectSent, expectStatus, openOutbox, test } from './fixtures/outbox-test.ts';

/** Files that no version of the app writes, at the place of the second copies. */
const disorders: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a file in the place of their folder': (page) =>
    page.evaluate(async () => {
      const top = await navigator.storage.getDirectory();
      // Repeats, because the app may be writing there.
      for (let tries = 1; ; tries += 1)
        try {
          await top.removeEntry('outbox', { recursive: true });
          await top.getFileHandle('outbox', { create: true });
          return;
        } catch (fault) {
          if (tries === 20) throw fault;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }),
  'folders that hold none': (page) =>
    page.evaluate(async () => {
      const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox', {
        create: true,
      });
      const write = async (name: string, text: string) => {
        const folder = await top.getDirectoryHandle(name, { create: true });
        const file = await folder.getFileHandle('submission.json', { create: true });
        const stream = await file.createWritable();
        await stream.write(text);
        await stream.close();
      };
      const hashed = async (json: string) => {
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
        const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
        return `${hex.join('')}\n${json}`;
      };
      await write('11111111-0000-4000-8000-000000000001', await hashed('{"version":1}'));
      await write('11111111-0000-4000-8000-000000000002', await hashed('no JSON'));
      const odd = await top.getDirectoryHandle('11111111-0000-4000-8000-000000000003', {
        create: true,
      });
      await odd.getDirectoryHandle('submission.json', { create: true });
    }),
};

for (const [what, disturb] of Object.entries(disorders))
  test(`damaged second copies do not affect other data: ${what}`, async ({ device }) => {
    const page = await openOutbox(device);
    await device.goOffline();
    await submitAll(page, [{ name: 'Amahle' }]);
    await disturb(page);
    for (const [path, title] of [
      ['/register', 'Register a SIM'],
      ['/settings', 'Settings'],
      ['/outbox', 'Outbox'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    await expectStatus(page, 'Amahle', 'Waiting to send');
    await device.goOnline();
    await submitAll(page, [{ name: 'Bheki' }]);
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();
    await expectSent(page, 2);
  });

/** Installs a worker that does nothing, so that only the page repairs and sends. */
async function installSilentWorker(device: Device): Promise<Page> {
  const silent = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;
  await device.switchOn();
  await device.context.route('**/ngsw-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: silent }),
  );
  return device.installApp();
}

test('a page sends by itself if its worker does not answer', async ({ backend, device }) => {
  const page = await installSilentWorker(device);
  await page.clock.install();
  await page.goto('/outbox');
  await submitAll(page, [{ name: 'Amahle' }]);
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expectStatus(page, 'Amahle', 'Waiting to send');
  await page.clock.fastForward(15_000);
  await expectSent(page, 1);
  expect(backend.documentNames('Amahle')).toHaveLength(1);
});

test('a lost database is restored although the file system opens late', async ({ device }) => {
  const page = await installSilentWorker(device);
  await page.goto('/outbox');
  // The silent worker serves no page offline. So the phone stays online, and only the calls fail.
  await device.context.route('**/api/**', (route) => route.abort());
  await submitAll(page, [{ name: 'Amahle' }]);
  await device.context.addInitScript(() => {
    const getDirectory = navigator.storage.getDirectory.bind(navigator.storage);
    navigator.storage.getDirectory = async () => {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      return getDirectory();
    };
  });
  await page.goto('/help/termsconditions');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('veld');
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => reject(deletion.error);
      }),
  );
  await page.goto('/outbox');
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
  await expectStatus(page, 'Amahle', 'Waiting to send');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isFirstLoad'))).toBe(true);
});

test('a wipe is reported at each start until a person has read it', async ({ device }) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle' }, { name: 'Bongani' }]);
  await page.goto('/help/termsconditions');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('veld');
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => reject(deletion.error);
      }),
  );
  await page.goto('/outbox');
  const report = page.getByText('Veld brought back 2 forms. Nothing is sent twice.');
  await expect(report).toBeVisible();
  // This start has nothing to repair. The report is the stored one.
  await page.reload();
  await expect(report).toBeVisible();
  await expect(page.getByText('If an unsent customer is missing')).toBeVisible();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(report).toBeHidden();
  await page.reload();
  await expectStatus(page, 'Amahle', 'Waiting to send');
  await expect(report).toBeHidden();
});
