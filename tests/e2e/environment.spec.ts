import { expect } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { test } from './fixtures/test.ts';

const info = { wasSuccessful: true, titleOptions: [], typeOfBusinessOptions: [], formGuid: '' };

test('banner, badge and the address of the backend follow the host', async () => {
  // The server needs no setting: it reads from the build which backends the app calls, and its policy allows those calls.
  const backend = await BackendProcess.start();
  const at = (host: string) => `http://${host}:${backend.port}`;
  const hosts = ['localhost', 'veld.test'] as const;
  const device = new Device(backend.address, {
    args: [
      '--host-resolver-rules=MAP *.veld.test 127.0.0.1, MAP veld.test 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${hosts.map(at).join(',')}`,
    ],
  });
  try {
    await device.switchOn();
    const called: { by: string | undefined; host: string }[] = [];
    await device.context.route(/\/Info\/GetInfo$/, async (route) => {
      const request = route.request();
      called.push({
        by: request.headers()['x-device-identifier'],
        host: new URL(request.url()).host,
      });
      await route.fulfill({ json: info, headers: { 'access-control-allow-origin': '*' } });
    });
    const page = await device.open('about:blank');
    /**
     * Returns the hosts of the backends that the page's origin called. Each origin has its own device identifier. The test needs it,
     * because a worker may continue after its page was left.
     */
    const calledHere = async (): Promise<readonly string[]> => {
      const here = await page.evaluate(() => localStorage.getItem('DeviceIdentifier'));
      return [...new Set(called.filter(({ by }) => by === here).map(({ host }) => host))];
    };
    const badge = page.getByText('In Development', { exact: true });
    const banner = page.getByText(/use made-up customers/);

    const expected = {
      localhost: { name: 'local', api: `localhost:${backend.port}`, isLive: false, badge: 1 },
      'veld.test': { name: 'live', api: 'api.veld.example', isLive: true, badge: 0 },
    } as const;
    for (const host of hosts) {
      const wanted = expected[host];
      // A page of the settings creates the database. The outbox then starts, and asks for form numbers.
      await page.goto(`${at(host)}/settings/phone`);
      await expect(page.getByText(wanted.name, { exact: true })).toBeVisible();
      await expect(badge).toHaveCount(wanted.badge);
      await expect(banner).toHaveCount(wanted.isLive ? 0 : 1);
      await page.reload();
      await expect.poll(calledHere, { message: host }).toEqual([wanted.api]);
    }
    // The badge depends on the whole address. The banner and the backend depend only on the host.
    await page.goto(`${at('veld.test')}/outbox?from=dev.veld.test`);
    await expect(page).toHaveTitle('Outbox - Veld');
    await expect(badge).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await calledHere()).toEqual(['api.veld.example']);
  } finally {
    await device.remove();
    await backend.remove();
  }
});

test("'DeviceIdentifier: a unique id generated on first use.': it is in local storage from the first start, and is sent", async ({
  device,
}) => {
  const page = await device.open('/');
  const identifier = () => page.evaluate(() => localStorage.getItem('DeviceIdentifier'));
  await expect.poll(identifier).toMatch(/^[0-9a-f-]{36}$/);
  const first = await identifier();
  // The page or the worker may be the first to ask for form numbers. Both send the identifier.
  const sent: (string | undefined)[] = [];
  device.context.on('request', (request) => {
    if (request.url().endsWith('/GetInfo')) sent.push(request.headers()['x-device-identifier']);
  });
  await openSettings(page, 'phone');
  await expect(page.getByText(first ?? 'none')).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect([...new Set(sent)]).toEqual([first]);
  await page.reload();
  expect(await identifier()).toBe(first);
});
