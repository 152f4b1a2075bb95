import { expect, type Page } from '@playwright/test';
import { expectStored, waitForStored } from '../support/backend/stored-registrations.ts';
import { expectSubmitted, here, registrationIndividual } from '../support/form/form-cases.ts';
import {
  drawSignature,
  expectSection,
  fillRegistration,
  goToSection,
  pressNext,
} from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const getLocation = (page: Page) => page.getByRole('button', { name: 'Get location' }).click();
/** Records the accuracy of every fix that the app has received. */
const noteFixes = (page: Page) =>
  page.addInitScript(() => {
    const fixes: number[] = [];
    Object.assign(window, { fixes });
    const { geolocation } = navigator;
    const watch = geolocation.watchPosition.bind(geolocation);
    geolocation.watchPosition = (found, ...rest) =>
      watch(
        (position) => {
          found(position);
          fixes.push(position.coords.accuracy);
        },
        ...rest,
      );
  });
const expectFix = (page: Page, accuracy: number) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { fixes: number[] }).fixes))
    .toContain(accuracy);
const without = (page: Page) => page.getByLabel('Continue without a location');

test('if location is blocked, the form can be submitted and null is sent', async ({
  backend,
  device,
}) => {
  const page = await device.open('about:blank');
  const browser = await device.context.newCDPSession(page);
  // Blocks the location before the form opens. If the location is allowed, the form looks for it from its opening on.
  await browser.send('Browser.setPermission', {
    permission: { name: 'geolocation' },
    setting: 'denied',
  });
  await page.goto('/register');
  await goToSection(page, 'Sign');
  await expect(without(page)).toHaveCount(0);
  await pressNext(page);
  await expect(page.getByRole('button', { name: 'Get location' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Get location' })).toHaveAccessibleDescription(
    /Press ‘Get location’/,
  );
  await getLocation(page);
  await expect(page.getByText('Location is blocked. Allow it for Veld')).toBeVisible();
  await without(page).check();
  await expect(page.getByText('Press ‘Get location’')).toHaveCount(0);
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
  await expect(page.getByText('Signed by the customer')).toBeVisible();
  await page.reload();
  await expect(without(page)).toBeChecked();
  await goToSection(page, 'Customer');
  await fillRegistration(page, { isSigned: true });
  await expect(page.getByText('No location')).toBeVisible();
  await expectSubmitted(page, true);
  const [stored] = await waitForStored(backend.dataDir, 1);
  expectStored(backend.dataDir, stored, {
    formData: registrationIndividual,
    latitude: null,
    longitude: null,
    isBusiness: false,
    documents: [{ kind: 'idDocument' }],
  });
});

test('a form can be submitted on a device that finds no location, and a late fix still counts', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.setGeolocation(null);
  const page = await device.open('/register');
  await goToSection(page, 'Sign');
  await getLocation(page);
  await expect(
    page.getByText('No location. Turn it on, or go outside, and try again.'),
  ).toBeVisible();
  await without(page).check();

  await page.clock.install();
  await page.addInitScript(() => {
    const asked: PositionCallback[] = [];
    Object.assign(window, { asked });
    navigator.geolocation.watchPosition = (found) => asked.push(found);
    navigator.geolocation.getCurrentPosition = () => undefined;
  });
  // The location is already allowed, so the form looks for it from its opening on.
  await page.goto('/replace');
  await goToSection(page, 'Sign');
  await expect(page.getByText('Looking for this phone…')).toBeVisible();
  await page.clock.fastForward(5_000);
  // The agent need not wait for the end of the search.
  await expect(without(page)).toBeVisible();
  await expect(page.getByText('Still looking… You can go on.')).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(page.getByText('No location yet. Go outside and try again.')).toBeVisible();
  await getLocation(page);
  await expect(page.getByText('Looking for this phone…')).toBeVisible();
  // During another attempt, the agent can still continue without a location.
  await without(page).check();
  await page.evaluate(({ latitude, longitude }) => {
    const { asked } = window as unknown as { asked: PositionCallback[] };
    const coords = { latitude, longitude, accuracy: 15 };
    for (const found of asked)
      found({ coords, timestamp: Date.now() } as unknown as GeolocationPosition);
  }, here);
  await expect(page.getByText('-33.91886, 18.42330')).toBeVisible();
  await expect(without(page)).toHaveCount(0);
});

test('the form warns of an inaccurate location, and accepts it after one more try', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.setGeolocation({ ...here, accuracy: 3200 });
  const page = await device.open('about:blank');
  await noteFixes(page);
  await page.goto('/register');
  await goToSection(page, 'Sign');
  const doubt = page.getByText('Location is only to 3200 m.');
  await expect(doubt).toBeVisible();
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
  await pressNext(page);
  await expectSection(page, 'Sign');
  await expect(doubt).toHaveCount(1);

  // A less accurate fix changes nothing. A more accurate fix replaces the old one.
  await device.context.setGeolocation({ latitude: -33.91, longitude: 18.42, accuracy: 5000 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectFix(page, 5000);
  await expect(doubt).toBeVisible();
  await expect(page.getByText('-33.91886, 18.42330')).toBeVisible();
  await device.context.setGeolocation({ latitude: -33.9189, longitude: 18.4234, accuracy: 800 });
  const still = page.getByText('Location is only to 800 m.');
  await expect(still).toBeVisible();
  await page.getByRole('button', { name: 'Use it anyway' }).click();
  await expect(still).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Get location' })).toBeFocused();
  await pressNext(page);
  await expectSection(page, 'Review');
  await expect(page.getByText('To 800 m', { exact: true })).toBeVisible();

  // If the agent asks again, and the new fix is less accurate, the warning returns.
  await device.context.setGeolocation({ latitude: -33.92, longitude: 18.43, accuracy: 1500 });
  await goToSection(page, 'Sign');
  await getLocation(page);
  await expect(page.getByText('Location is only to 1500 m.')).toBeVisible();
});

test('from the first change on, the form keeps the best fix with its accuracy and age', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.setGeolocation({ ...here, accuracy: 90 });
  const page = await device.open('about:blank');
  await noteFixes(page);
  await page.goto('/register');
  await page.getByLabel('First name', { exact: true }).fill('Thandi');
  await expectFix(page, 90);
  // If the section 'Sign' asked for a new fix, it would find no location.
  await device.context.setGeolocation(null);
  await goToSection(page, 'Sign');
  await expect(page.getByText('-33.91886, 18.42330')).toBeVisible();
  await expect(page.getByText('Location found, to 90 m')).toBeVisible();
  await device.context.setGeolocation({ latitude: -33.91, longitude: 18.42, accuracy: 300 });
  await expectFix(page, 300);
  await expect(page.getByText('Location found, to 90 m')).toBeVisible();
  await device.context.setGeolocation({ latitude: -33.9189, longitude: 18.4234, accuracy: 8 });
  await expect(page.getByText('-33.91890, 18.42340')).toBeVisible();
  await expect(page.getByText('Location found, to 8 m')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});
