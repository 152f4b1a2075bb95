import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}
interface Manifest {
  icons: Icon[];
  screenshots: (Icon & { form_factor: string; label: string })[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
  [key: string]: unknown;
}

test('the app can be installed, and its icons, shortcuts and screenshots exist', async ({
  backend: { address },
  device,
}) => {
  const page = await device.installApp();
  const session = await device.context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The tests' browser has its profile in its own folder, and reports that as 'in-incognito'. It is not an error of the app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as Manifest;
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Veld',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    lang: 'en-ZA',
  });
  expect(manifest['categories']).toContain('business');
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Register a SIM', '/register'],
    ['Replace a SIM', '/replace'],
  ]);
  const purposes = new Set(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`));
  for (const wanted of ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
    expect(purposes).toContain(wanted);
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(
    manifest.screenshots.map(() => 'narrow'),
  );
  expect(manifest.screenshots.length).toBeGreaterThan(1);

  const images = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ];
  for (const { src, sizes, type } of images) {
    const image = await fetch(address + src);
    expect(image.headers.get('content-type'), src).toBe(type);
    const bytes = Buffer.from(await image.arrayBuffer());
    // The size in the PNG's own header.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test('the settings show the browser’s install offer', async ({ device }) => {
  // The real browser may make its own offer, which would replace the test's offer.
  await device.switchOn();
  await device.context.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  });
  const page = await device.open('/');
  // This text is not in the HTML, so the app itself is running.
  await expect(page.getByText('In Development')).toBeVisible();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        Reflect.set(window, 'wasAsked', true);
        return { outcome: 'accepted' };
      },
    });
    window.dispatchEvent(offer);
    if (!offer.defaultPrevented) throw new Error('The browser would show its own bar.');
  });
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: /^This phone/ }).click();
  await page.getByRole('button', { name: 'Install Veld' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'wasAsked'))).toBe(true);
  await expect(page.getByRole('button', { name: 'Install Veld' })).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText('Installed. Open Veld by its icon.')).toBeVisible();
  await expect(page.getByText('Install Veld', { exact: true })).toHaveCount(0);
});
