import { expect, type Page } from '@playwright/test';
import { everythingIn } from '../support/browser/page-watch.ts';
import { checkScreen } from '../support/browser/screen-check.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { tableRows } from '../support/disk/app-database.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { fillTexts, goToSection } from '../support/form/form-filling.ts';
import {
  button,
  expectLocked,
  PIN,
  setLock,
  typeCode,
  unlock,
} from '../support/form/lock-setting.ts';
import { expectSent, openOutbox, rowOf, test } from './fixtures/outbox-test.ts';

const SIPHOS_PIN = 'kaas 739164';

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Follows a link inside the app, because a page load would lock the app. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
}

async function unlockAs(page: Page, label: string, pin: string): Promise<void> {
  await expectLocked(page);
  await page.getByRole('radio', { name: label }).check();
  await unlock(page, pin);
}

test('two agents share a phone: each sees only their own forms, and the locked phone sends the forms of both', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const [, ofThandi] = await submitAll(page, [{ name: 'Amahle' }, { name: 'Dineo' }]);
  await page.goto('/register');
  await fillTexts(page, { 'First name': 'Bheki' });
  await page.waitForURL(/\/register\/.+/);
  const draft = new URL(page.url()).pathname;

  await test.step('the first agent sets a lock and a name, and adds the other', async () => {
    await openSettings(page, 'agents');
    await button(page, 'Add another agent').click();
    await dialog(page).getByRole('button', { name: 'Set a PIN' }).click();
    await page.getByLabel('New PIN or password').fill(PIN);
    await page.getByLabel('Type it again').fill(PIN);
    await page.keyboard.press('Enter');
    await typeCode(page, 'Turn the lock on', 'stays');
    await page.getByLabel('Your name or number').fill('Thandi');
    await page.keyboard.press('Enter');
    await page.getByLabel('New agent’s name or number').fill('thandi');
    await page.getByLabel('New PIN or password').fill(SIPHOS_PIN);
    await page.getByLabel('Type it again').fill(SIPHOS_PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That name is taken. Choose another')).toBeVisible();
    await checkScreen(page, 'Add another agent');
    await page.getByLabel('New agent’s name or number').fill('Sipho');
    await page.keyboard.press('Enter');
    await typeCode(page, 'Add agent');
    await expect(page.getByRole('listitem').filter({ hasText: 'Thandi (you)' })).toBeVisible();
    await expect(page.getByText('Sipho is added.')).toBeVisible();
    await checkScreen(page, 'Agents, with two agents');
  });

  await page.goto(draft);
  await unlock(page);
  await button(page, 'Lock now: Thandi').click();
  await expect(page.getByRole('radio', { name: 'Thandi' })).toBeChecked();
  await expect(page.getByText('2 waiting. They are sent while Veld is locked.')).toBeVisible();
  await checkScreen(page, 'Locked, with two agents');
  const pin = page.getByLabel('PIN or password');
  await expect(pin).toHaveAttribute('inputmode', 'numeric');
  await page.getByRole('radio', { name: 'Sipho' }).check();
  await expect(pin).not.toHaveAttribute('inputmode', 'numeric');

  await test.step('the second agent sees no form of the first', async () => {
    await unlockAs(page, 'Sipho', SIPHOS_PIN);
    await expect(button(page, 'Lock now: Sipho')).toBeVisible();
    // The address was a form of the first agent.
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Register a SIM' }).first()).toBeVisible();
    await goTo(page, 'Outbox');
    await expect(heading(page, 'Outbox')).toBeVisible();
    // The bar does not count the two waiting forms, because they belong to the first agent.
    await expect(page.getByRole('region', { name: 'Status' })).not.toContainText('waiting');
    const first = /Amahle|Dineo|Bheki/;
    expect(await everythingIn(page)).not.toMatch(first);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
    for (const [path, notThere] of [
      [draft, 'This form is not here'],
      [`/outbox/${ofThandi}`, 'it belongs to another agent, or it is on another phone.'],
    ] as const) {
      await page.goto(path);
      await unlock(page, SIPHOS_PIN);
      await expect(page.getByText(notThere)).toBeVisible();
      expect(await everythingIn(page)).not.toMatch(first);
    }
  });

  await test.step('the second agent submits a form', async () => {
    const agent = (await page.evaluate(() => localStorage.getItem('veld-lock-last'))) ?? '';
    const [own] = await seedDrafts(page, [{ name: 'Cebo', agent }]);
    await page.goto(`/register/${own}`);
    await unlock(page, SIPHOS_PIN);
    await goToSection(page, 'Review');
    await button(page, 'Submit').click();
    await expect(page.getByText('Saved. It will be sent when you are online.')).toBeVisible();
    await goTo(page, 'Outbox');
    await expect(rowOf(page, 'Cebo')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  });

  await button(page, 'Lock now: Sipho').click();
  await expectLocked(page);
  await device.goOnline();
  for (const name of ['Amahle', 'Dineo', 'Cebo'])
    await expect
      .poll(() => backend.calls(name), { timeout: 60_000 })
      .toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);

  await test.step('the first agent continues their form', async () => {
    await unlockAs(page, 'Thandi', PIN);
    await expect(rowOf(page, 'Bheki')).toBeVisible();
    await expectSent(page, 2);
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: /^Agents/ }).click();
    await button(page, 'Remove this agent').click();
    await page.getByLabel('Your PIN or password now').fill(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 of your forms is not sent yet.')).toBeVisible();
    await checkScreen(page, 'Remove this agent');
    await button(page, 'Cancel').click();
    await button(page, 'Change my name').click();
    await page.getByLabel('Your name or number').fill('Thandi M.');
    await page.keyboard.press('Enter');
    await button(page, 'Lock now: Thandi M.').click();
  });

  await test.step('the second agent leaves the phone', async () => {
    await unlockAs(page, 'Sipho', SIPHOS_PIN);
    await button(page, 'Remove this agent').click();
    await page.getByLabel('Your PIN or password now').fill(SIPHOS_PIN);
    await page.keyboard.press('Enter');
    await expectLocked(page);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await unlock(page);
    await goTo(page, 'Outbox');
    await expectSent(page, 2);
    await expect(rowOf(page, 'Bheki')).toBeVisible();
    await expect(button(page, 'Lock now')).toBeVisible();
  });
});

test('an agent can choose to send only while Veld is unlocked: forms wait, and are all sent after the unlock', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const [draft] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await setLock(page);
  await page.getByRole('checkbox', { name: 'Send only while Veld is unlocked' }).check();
  // The checkbox shows the choice before it is stored. Without this wait, the next `goto` could end the page too early.
  await expect.poll(() => tableRows(page, 'agents')).toMatchObject([{ sendsOnlyUnlocked: true }]);
  await device.goOffline();
  await page.goto(`/register/${draft}`);
  await unlock(page);
  await goToSection(page, 'Review');
  await button(page, 'Submit').click();
  await expect(page.getByText('Saved. Open Veld when you have signal.')).toBeVisible();
  await goTo(page, 'Outbox');
  await button(page, 'Why?').click();
  await expect(page.getByText('Nothing is lost. Open Veld when you have signal.')).toBeVisible();
  await button(page, 'Lock now').click();
  await expectLocked(page);
  await expect(page.getByText('1 waiting. Unlock Veld to send it.')).toBeVisible();
  await device.goOnline();
  // When the signal returns, the page asks for a drain by itself. A reload asks for a drain too.
  await page.reload();
  await expectLocked(page);
  await page.goto('/outbox');
  await expectLocked(page);
  expect(backend.calls('Amahle')).toEqual([]);
  await unlock(page);
  await expectSent(page, 1);
  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
});

test('long names of agents fit on a narrow screen with large text', async ({ device }) => {
  const page = await openOutbox(device);
  const [draft] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await setLock(page);
  await openSettings(page, 'agents');
  await unlock(page);
  const long = 'NomathembaWilhelminaVanderWes';
  await button(page, 'Add another agent').click();
  await page.getByLabel('Your name or number').fill(long);
  await page.keyboard.press('Enter');
  await page.getByLabel('New agent’s name or number').fill(`${long}2`);
  await page.getByLabel('New PIN or password').fill(SIPHOS_PIN);
  await page.getByLabel('Type it again').fill(SIPHOS_PIN);
  await page.keyboard.press('Enter');
  await typeCode(page, 'Add agent');
  await expect(page.getByRole('listitem').filter({ hasText: `${long} (you)` })).toBeVisible();
  const cut = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      // The touch target of an icon may reach over the edge.
      return [...document.querySelectorAll('header :not(a, button), main li')]
        .filter((element) => element.checkVisibility() && element.clientWidth > 1)
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return (
            left < 0 || right > innerWidth || document.documentElement.scrollWidth > innerWidth
          );
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 200));
    });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cut()).toEqual([]);
  await page.goto(`/register/${draft}`);
  await unlock(page);
  await expect(button(page, `Lock now: ${long}`)).toBeVisible();
  expect(await cut()).toEqual([]);
});

/** The first agent shares the phone with others and locks it. */
async function sharePhone(page: Page, others: readonly string[]): Promise<void> {
  await setLock(page);
  await openSettings(page, 'agents');
  await unlock(page);
  await button(page, 'Add another agent').click();
  await page.getByLabel('Your name or number').fill('Thandi');
  await page.keyboard.press('Enter');
  for (const [at, name] of others.entries()) {
    if (at > 0) await button(page, 'Add another agent').click();
    await page.getByLabel('New agent’s name or number').fill(name);
    await page.getByLabel('New PIN or password').fill(SIPHOS_PIN);
    await page.getByLabel('Type it again').fill(SIPHOS_PIN);
    await page.keyboard.press('Enter');
    await typeCode(page, 'Add agent');
  }
  await button(page, 'Lock now: Thandi').click();
  await expectLocked(page);
}

for (const others of [['Sipho'], ['Sipho', 'Bongani']])
  test(`an agent who starts again leaves the work and the lock of others alone: ${others.length}`, async ({
    device,
  }) => {
    const page = await openOutbox(device);
    await seedDrafts(page, [{ name: 'Amahle' }]);
    await sharePhone(page, others);
    await page.getByRole('radio', { name: 'Sipho' }).check();
    await button(page, 'Forgot PIN?').click();
    await button(page, 'No code? Start again').click();
    await expect(page.getByText('One of them must then add you again.')).toBeVisible();
    await page.getByLabel('Type DELETE to go on').fill('DELETE');
    await button(page, 'Delete and start again').click();
    await expect(page.getByText('You are removed from this phone.')).toBeVisible();
    await expect(button(page, 'Delete and start again')).toBeHidden();
    await expect(page.getByRole('radio', { name: 'Sipho' })).toBeHidden();
    if (others.length > 1) await page.getByRole('radio', { name: 'Thandi' }).check();
    await unlock(page);
    expect(await tableRows(page, 'drafts')).toHaveLength(1);
  });

test('a window that has shown the settings locks with a window that sets a lock', async ({
  device,
}) => {
  const page = await openOutbox(device);
  const [id = ''] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await openSettings(page, 'lock');
  await goTo(page, 'Outbox');
  await page
    .getByRole('link', { name: /Amahle/ })
    .first()
    .click();
  await page.waitForURL(new RegExp(id));
  const other = await device.context.newPage();
  await setLock(other);
  await page.bringToFront();
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await other.bringToFront();
  await button(other, 'Lock now').click();
  await expectLocked(other);
  await page.bringToFront();
  await expectLocked(page);
  expect(await everythingIn(page)).not.toContain('Amahle');
});
