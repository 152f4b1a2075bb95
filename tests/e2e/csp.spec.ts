import { expect } from '@playwright/test';
import { PageWatch } from '../support/browser/page-watch.ts';
import { customer, fillRegistration, openRegister } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const payload = '"><img src=x onerror="document.title=`hacked`"><script>alert(1)</script>';

test('a run through the whole app violates no policy and leaves no customer data in caches or addresses', async ({
  device,
}) => {
  await device.switchOn();
  const watch = await PageWatch.of(device.context);
  const addresses: string[] = [];
  device.context.on('request', (request) => addresses.push(request.url()));
  const page = await device.installApp();

  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.getByText('About Veld', { exact: true }).click();
  await page.getByRole('link', { name: 'Terms and Conditions' }).click();
  await expect(page).toHaveTitle('Terms and Conditions - Veld');
  await openRegister(page);
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  // Back does not open the customer's form again.
  await page.goBack();
  await expect(page).toHaveTitle('Veld');

  // Typed text stays text everywhere, even if it looks like code.
  await page.goto('/replace');
  await page.getByLabel('First name', { exact: true }).fill(payload);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: payload })).toBeVisible();
  await page.getByLabel('Search by name or number').focus();
  await page.getByRole('button', { name: 'Choose a day' }).click();
  // When the field for the day appears, the rows move. A click that begins before would miss its row.
  await expect(page.getByLabel('Captured on')).toBeVisible();
  await page.getByRole('link', { name: `Details of ${payload}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payload);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByText('Draft deleted.')).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Settings - Veld');
  await page.reload();
  await expect(page.getByText('This phone')).toBeVisible();

  expect(watch.complaints).toEqual([]);
  expect(addresses.filter((address) => address.endsWith('/csp-report'))).toEqual([]);
  // The same listener records a real violation. That proves that it works.
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => watch.complaints.join()).toContain('violation of style-src');

  const canaries = [customer.firstName, customer.surname, customer.idNumber, customer.email];
  const kept = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url);
        texts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return texts;
  });
  expect(kept.length).toBeGreaterThan(20);
  for (const canary of canaries) {
    expect(addresses.filter((address) => decodeURIComponent(address).includes(canary))).toEqual([]);
    expect(kept.filter((text) => text.includes(canary)).length, canary).toBe(0);
  }
});

test('every answer has its content security policy, from the server and from the worker', async ({
  backend: { address },
  device,
}) => {
  const get = async (path: string, accept = 'text/html') =>
    await fetch(address + path, { headers: { Accept: accept } });
  for (const path of [
    '/',
    '/help/termsconditions',
    '/help/guide',
    '/register',
    '/outbox',
    '/settings',
  ]) {
    const { headers, status } = await get(path);
    expect(status, path).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'report-to csp',
    ])
      expect(policy.split('; '), path).toContain(part);
    for (const inside of ['script', 'style'])
      expect(policy).toMatch(new RegExp(`; ${inside}-src 'self'( 'sha256-[\\w+/=]{44}')+; `));
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toBe(
      'camera=(self), geolocation=(self), microphone=()',
    );
  }
  const worker = await get('/ngsw-worker.js', '*/*');
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  );
  expect(worker.headers.get('cache-control')).toBe('no-cache');

  const unknown = await get('/api/there/is/no/such/call');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toContain('json');
  expect(unknown.headers.get('cache-control')).toBe('no-store');
  expect(await unknown.json()).toMatchObject({ status: 404 });
  for (const path of ['/ngsw.json', '/assets/missing.js', '/.env'])
    expect((await get(path)).status, path).toBe(404);

  // No site can put the app into a frame. The service worker's answers still have this header.
  const page = await device.installApp();
  const answer = await page.reload();
  expect(answer?.fromServiceWorker()).toBe(true);
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  const framed = page.url();
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${framed}"></iframe>` }),
  );
  await page.goto('https://elsewhere.example/');
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/');
});

test('a separate worker, which may run WebAssembly, stretches the PIN online and offline', async ({
  device,
}) => {
  // The app makes its only Trusted Types policy for addresses, and the page cannot make another. So the test keeps the app's policy.
  await device.switchOn();
  await device.context.addInitScript(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => object };
    };
    const make = trustedTypes.createPolicy.bind(trustedTypes);
    trustedTypes.createPolicy = (...policy) => {
      const made = make(...policy);
      Object.assign(globalThis, { ofAddresses: made });
      return made;
    };
  });
  const page = await device.installApp();
  const stretched = (): Promise<string> =>
    page.evaluate(async () => {
      const asked = [...(await caches.keys())].map(async (name) =>
        (await caches.open(name)).keys(),
      );
      const cached = (await Promise.all(asked)).flat().map(({ url }) => new URL(url).pathname);
      const script = cached.find((path) => path.includes('/unlock-worker-'));
      if (script === undefined) throw new Error('The app keeps no such worker.');
      const { ofAddresses } = globalThis as unknown as {
        ofAddresses: { createScriptURL: (address: string) => string };
      };
      const worker = new Worker(ofAddresses.createScriptURL(script), { type: 'module' });
      const by = { memory: 19_456, passes: 2 };
      worker.postMessage({ pin: '739105', salt: new Uint8Array(16).fill(1), by });
      return new Promise<string>((resolve, reject) => {
        worker.addEventListener('message', ({ data }) =>
          resolve(`${data.status} ${data.bytes?.length}`),
        );
        worker.addEventListener('error', () => reject(new Error('It did not start.')));
      });
    });
  expect(await stretched()).toBe('stretched 32');
  await device.goOffline();
  expect(await stretched()).toBe('stretched 32');
});
