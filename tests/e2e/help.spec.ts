import { expect, type Page } from '@playwright/test';
import { builtWith } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { waiting, test as withOutbox } from './fixtures/outbox-test.ts';
import { thirdParties } from './fixtures/third-parties.ts';

const getHelp = (page: Page) => page.getByRole('link', { name: 'Get help' });

const refused = { status: 401, headers: { 'X-Request-Id': 'made-up-7' }, body: '' };

withOutbox(
  'a build with support contacts shows them if only the operator can act, with the details for support',
  async () => {
    const backend = await BackendProcess.start({
      VELD_DIST_DIR: await builtWith(thirdParties),
    });
    const device = new Device(backend.address);
    try {
      await device.switchOn();
      await device.context.route(/^https:\/\/[^/]*google/, (route) => route.abort());
      const page = await device.installApp();
      await page.goto('/outbox');
      await device.context.route(/RegisterSim$/, (route) => route.fulfill(refused));
      await submitAll(page, [{ name: 'Amahle' }]);
      await page.goto('/outbox');
      await expect(page.getByText('Sign in, then press ‘Send now’. If')).toBeVisible();
      // The page also works without signal.
      await device.goOffline();
      await getHelp(page).click();
      await expect(page).toHaveTitle('Help - Veld');
      const main = page.getByRole('main');
      await expect(main).toContainText('401 to RegisterSim');
      await expect(main).toContainText('made-up-7');
      const identifier = await page.evaluate(() => localStorage.getItem('DeviceIdentifier'));
      await expect(main).toContainText(identifier ?? 'none');
      await expect(main).not.toContainText('Amahle');
      await expect(page.getByRole('link', { name: 'Call 0800 123 456' })).toHaveAttribute(
        'href',
        'tel:0800123456',
      );
      for (const name of ['WhatsApp', 'E-mail'])
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', /made-up-7/);
      await device.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByText('For support').click();
      await page.getByRole('button', { name: 'Copy the details' }).click();
      await expect(page.getByText('Copied.')).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`Phone ID: ${identifier}`);
      expect(copied).not.toContain('Amahle');
    } finally {
      await device.remove();
      await backend.remove();
    }
  },
);

withOutbox(
  'a build without support contacts promises no help, and still shows the details for support',
  async ({ backend, device }) => {
    backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: refused } });
    const page = await waiting(device, ['Amahle']);
    await device.goOnline();
    await expect(page.getByText('Tell your operator')).toBeVisible();
    await expect(page.getByText('sign in')).toHaveCount(0);
    await expect(getHelp(page)).toHaveCount(0);
    await page.goto('/help/guide');
    await expect(page.getByRole('main')).toContainText('401 to RegisterSim');
    await expect(page.getByRole('main')).toContainText('made-up-7');
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
    // With its parts folded, the page fits nearly into one view.
    const height = await page.getByRole('main').evaluate((main) => main.scrollHeight);
    expect(height).toBeLessThanOrEqual(740);
  },
);
