import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

test('sharing sends only the site’s address', async ({ backend: { address }, device }) => {
  const front = `${address}/`;
  await device.switchOn();
  await device.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Chromium on a desktop has no share sheet, so the page shows links.
  const page = await device.open('/help/guide?customer=Thandi#8001015009087');
  await page.getByText('About Veld').click();
  const share = page.getByRole('region', { name: 'Share Veld' });
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expect(share.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(front);

  const hosts = { WhatsApp: 'wa.me', Facebook: 'www.facebook.com', X: 'x.com', Email: '' };
  for (const [name, host] of Object.entries(hosts)) {
    const link = share.getByRole('link', { name, exact: true });
    const target = new URL((await link.getAttribute('href')) ?? '');
    expect(target.host).toBe(host);
    expect(target.protocol).toBe(host === '' ? 'mailto:' : 'https:');
    const said = decodeURIComponent(target.href);
    expect(said).toContain(front);
    expect(said).not.toMatch(/Thandi|8001015009087/);
    await expect(link).toHaveAttribute('rel', /noopener/);
  }

  await device.context.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => Reflect.set(window, 'shared', data),
    });
  });
  await page.goto('/help/guide?customer=Thandi');
  await page.getByText('About Veld').click();
  await page.getByRole('button', { name: 'Share this site' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
    title: 'Veld',
    text: 'Veld: register SIM cards, with or without signal',
    url: front,
  });
});
