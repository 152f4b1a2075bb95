import { expect, type Page, type Request } from '@playwright/test';
import { builtWith } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { Device } from '../support/browser/device.ts';
import { tableRows } from '../support/disk/app-database.ts';
import { customer, fillRegistration, openRegister } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';
import { collector, thirdParties } from './fixtures/third-parties.ts';

/** Returns an event as text, such as 'page_view /outbox' or 'delivered registration 1'. */
function eventOf(address: string): string {
  const query = new URL(address).searchParams;
  const place = new URL(query.get('dl') ?? 'x:').pathname;
  const kind = query.get('ep.kind');
  const name = query.get('en') ?? '';
  if (kind !== null) return `${name} ${kind} ${query.get('epn.count')}`;
  return name === 'page_view' ? `${name} ${place}` : name;
}

const letters = (text: string) => text.replaceAll(/[\s-]/g, '').toLowerCase();
const canaries = [
  customer.firstName,
  customer.surname,
  customer.idNumber,
  customer.email,
  customer.cellphone,
  customer.simCardNumber,
  customer.street,
  customer.suburb,
  'id-front',
].map(letters);

/** Returns all the data that a request sends, both raw and decoded. */
function bytesOf(request: Request): string {
  const raw = [
    request.url(),
    JSON.stringify(request.headers()),
    request.postDataBuffer()?.toString('latin1') ?? '',
  ].join('\n');
  const decoded = raw
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const unpacked = [...raw.matchAll(/[\w+/-]{16,}={0,2}/g)].map(([text]) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  return letters([raw, decoded, ...unpacked].join('\n'));
}

const waitingEvents = (page: Page, events: readonly unknown[]) =>
  page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('veld');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction('device', 'readwrite');
          work.objectStore('device').put({ key: 'analyticsEvents', value });
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    events,
  );

test('analytics counts visits and outcomes, also without signal, and gets no customer data', async () => {
  const backend = await BackendProcess.start({
    VELD_DIST_DIR: await builtWith(thirdParties),
  });
  const device = new Device(backend.address);
  try {
    await device.switchOn();
    let hasSignal = true;
    const events: string[] = [];
    const outgoing: Request[] = [];
    device.context.on('request', (request) => outgoing.push(request));
    await device.context.route(`${collector}/**`, async (route) => {
      // Playwright answers this request even without a network, so the test must abort it.
      if (!hasSignal) return await route.abort();
      events.push(eventOf(route.request().url()));
      await route.fulfill({ status: 204 });
    });
    const page = await device.installApp();
    await expect.poll(() => events).toEqual(['page_load', 'page_view /']);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    // If the agent leaves a screen before it appears, the app counts no visit.
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();
    await expect.poll(() => events.slice(2)).toEqual(['page_view /settings', 'page_view /outbox']);

    events.length = 0;
    hasSignal = false;
    await device.goOffline();
    await openRegister(page);
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Waiting to send').first()).toBeVisible();
    expect(events).toEqual([]);

    // At first the server refuses the form.
    const refused = /RegisterSim$/;
    await device.context.route(refused, (route) =>
      route.fulfill({ status: 400, json: { errors: { IdNumber: ['Not known.'] } } }),
    );
    // The reload starts the outbox again from the database. So the waiting events must be stored before it.
    await expect
      .poll(async () =>
        JSON.stringify(
          (await tableRows(page, 'device')).find(({ key }) => key === 'analyticsEvents'),
        ),
      )
      .toMatch(/^(?=.*submitted)(?=.*\/captured\/:id)/);
    await page.reload();
    hasSignal = true;
    await device.goOnline();
    await expect(page.getByText('Needs attention').first()).toBeVisible();
    const all = [
      'page_view /register',
      'page_view /register/id',
      'submitted registration 1',
      'page_view /captured/id',
      'page_load',
      'rejected registration 1',
    ];
    await expect.poll(() => all.filter((event) => !events.includes(event))).toEqual([]);

    await device.context.unroute(refused);
    await page.getByRole('button', { name: 'Correct' }).first().click();
    await page.getByRole('button', { name: /Review/ }).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
    await expect.poll(() => events).toContain('delivered registration 1');
    expect(events.filter((event) => event.startsWith('delivered'))).toHaveLength(1);
    expect(storedRegistrations(backend.dataDir)).toHaveLength(1);

    // At most 100 events wait. So a phone that had no signal for a week does not send too many at once.
    events.length = 0;
    await waitingEvents(
      page,
      Array.from({ length: 150 }, () => ({ name: 'page_view', route: '/replace/:id' })),
    );
    await page.goto('/help/termsconditions');
    await expect.poll(() => events).toContain('page_view /help/termsconditions');
    const old = () => events.filter((event) => event === 'page_view /replace/id').length;
    await expect.poll(old).toBeGreaterThan(90);
    expect(old()).toBeLessThanOrEqual(100);

    const own = new URL(backend.address).host;
    const elsewhere = outgoing.filter((request) => new URL(request.url()).host !== own);
    expect(new Set(elsewhere.map((request) => new URL(request.url()).origin))).toEqual(
      new Set([collector]),
    );
    for (const request of elsewhere) {
      expect(request.headers()['referer']).toBeUndefined();
      expect(request.headers()['cookie']).toBeUndefined();
      const bytes = bytesOf(request);
      expect(canaries.filter((canary) => bytes.includes(canary))).toEqual([]);
    }
    // The same search finds the customer's data in the delivery. That proves that the search works.
    const delivered = outgoing.findLast((request) => request.url().endsWith('/RegisterSim'));
    if (delivered === undefined) throw new Error('Nothing was delivered.');
    expect(canaries.filter((canary) => bytesOf(delivered).includes(canary)).length).toBeGreaterThan(
      5,
    );
    for (const request of outgoing)
      expect(
        canaries.filter((canary) => letters(decodeURIComponent(request.url())).includes(canary)),
      ).toEqual([]);
  } finally {
    await device.remove();
    await backend.remove();
  }
});

test('a build without an analytics id sends no analytics', async ({
  backend: { address },
  device,
}) => {
  const hosts = new Set<string>();
  await device.switchOn();
  device.context.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const page = await device.installApp();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Settings - Veld');
  expect([...hosts]).toEqual([address]);
});
