/**
 * `npm run pictures`: makes the pictures of the README, of the web manifest and of the agent's guide again, with the current app. They
 * show a phone of 360 × 740 at an address that counts as live, with made-up customers. Check the pictures before you commit them.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { atLiveAddress } from '../support/app/static-site.ts';
import { fillCustomer, fillRegistration, goToSection } from '../support/form/form-filling.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { engineVersion, findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const root = resolve(import.meta.dirname, '../..');
const ofReadme = join(root, 'public/screenshots');
const ofGuide = join(root, 'docs/pictures');

process.env['CHROMIUM_PATH'] = findOrInstallChromium();
console.log(engineVersion('chromium'));

async function take(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // The picture shows the top of the page, after all animations have ended.
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
  await page.screenshot({ path: join(folder, `${name}.png`), scale: 'device' });
  console.log(join(folder, `${name}.png`));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

await atLiveAddress(
  async (device) => {
    const page = await device.installApp();
    await take(page, ofGuide, 'first-day');

    await page.goto('/register');
    await fillCustomer(page);
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await take(page, ofReadme, 'form');
    await fillRegistration(page);
    for (const section of ['SIM card', 'Documents', 'Sign']) {
      await goToSection(page, section);
      await take(page, ofGuide, section.toLowerCase().replace(' ', '-'));
    }
    await goToSection(page, 'Review');
    await take(page, ofGuide, 'review');
    await device.goOffline();
    await button(page, 'Submit').click();
    await page.getByRole('heading', { level: 1, name: 'Captured' }).waitFor();
    await take(page, ofGuide, 'captured');
    await device.goOnline();

    await page.goto('/outbox');
    const sent = page
      .getByRole('listitem')
      .filter({ has: page.getByText('Sent', { exact: true }) });
    await sent.first().waitFor({ timeout: 60_000 });
    const rows = [
      madeUpRow(7, 'delivered'),
      madeUpRow(14, 'delivered'),
      madeUpRow(22, 'rejected'),
      madeUpRow(28, 'queued'),
      madeUpRow(35, 'draft'),
    ];
    await device.goOffline();
    await seedOutbox(page, rows);
    await page.reload();
    await page.getByText('Needs attention', { exact: true }).first().waitFor();
    await take(page, ofReadme, 'outbox');
    await take(page, ofGuide, 'outbox');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await take(page, ofReadme, 'home');
    await page.goto('/ready');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, ofGuide, 'ready');
  },
  { deviceScaleFactor: 2 },
);
