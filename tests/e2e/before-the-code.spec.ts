import { expect, type Page } from '@playwright/test';
import { expectOwnMarkup, openWithoutCode } from '../support/browser/held-code.ts';
import { PageWatch } from '../support/browser/page-watch.ts';
import { axeViolations } from '../support/browser/screen-check.ts';
import { test } from './fixtures/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** The boxes of all headings, labels and controls, measured from the top of the form. A thumb may already be on one of them. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const top = document.getElementById('main')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll<HTMLElement>('main :is(h2, label, input, select, button)')]
      .filter((each) => each.closest('[data-bar]') === null)
      .map((each) => {
        const box = each.getBoundingClientRect();
        const at = [box.left, box.top - top, box.width, box.height].map(Math.round);
        return `${each.tagName} ${each.textContent} ${at}`;
      });
  });

test('text that is typed before the app’s code is loaded stays, with focus and caret, and is saved', async ({
  device,
}) => {
  await device.switchOn();
  const watch = await PageWatch.of(device.context);
  const page = await device.open('about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  const release = await openWithoutCode(page, '/register');
  await expect(page).toHaveTitle('Register a SIM - Veld');
  expect(await axeViolations(page)).toEqual([]);
  const before = await boxes(page);

  await field(page, 'Business').check();
  await field(page, 'Title').selectOption({ label: 'Dr' });
  await field(page, 'First name').fill('Thandi');
  // Enter checks nothing and sends nothing. Above all, no typed text gets into the address.
  await field(page, 'First name').press('Enter');
  await expect(next(page)).toBeDisabled();
  await field(page, 'Passport or permit').check();
  await field(page, 'ID number').pressSequentially('A1234');
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/register');

  release();
  await expectOwnMarkup(page);
  // The field now has the label of a passport number, because the app knows the choice.
  await expect(field(page, 'Passport or permit number')).toBeFocused();
  await page.keyboard.type('x');
  await expect(field(page, 'Passport or permit number')).toHaveValue('A12x34');
  await expect(field(page, 'Business')).toBeChecked();
  await expect(field(page, 'Title')).toHaveValue(/./);
  await expect(field(page, 'First name')).toHaveValue('Thandi');
  await expect(next(page)).toBeEnabled();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.waitForURL(/\/register\/.+/);

  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('Thandi');
  await expect(field(page, 'Passport or permit number')).toHaveValue('A12x34');
  await expect(page.getByRole('button', { name: 'Business' })).toBeVisible();
  expect(watch.complaints).toEqual([]);

  await page.goto('/register');
  await expect(next(page)).toBeEnabled();
  await expect.poll(() => boxes(page)).toEqual(before);
});

test('an open list stays open until a choice, and an early form also accepts text without signal', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  const release = await openWithoutCode(page, '/replace');
  await field(page, 'Title').focus();
  release();
  // All of the form's code is loaded.
  await page.waitForLoadState('networkidle');
  await expect(next(page)).toBeDisabled();
  await field(page, 'Title').selectOption('Dr');
  await expectOwnMarkup(page);
  await expect(field(page, 'Title')).toHaveValue('Dr');
  await expect(field(page, 'Title')).toBeFocused();

  await device.installApp();
  await device.goOffline();
  const answer = await page.goto('/replace');
  expect(answer?.fromServiceWorker()).toBe(true);
  expect(await answer?.text()).toContain('First name');
});

test('if the app’s code can’t be loaded, the page says so and keeps typed text, then saves it', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  let isReachable = false;
  await page.route(/\/assets\/form-.*\.js$/, async (route) => {
    await expect(field(page, 'First name')).toHaveValue('Thandi');
    await (isReachable ? route.continue() : route.abort());
  });
  await page.goto('/register', { waitUntil: 'commit' });
  await field(page, 'First name').fill('Thandi');
  const notice = page.getByText('Veld is still loading');
  await expect(notice).toBeVisible();
  await field(page, 'Surname').fill('Nkosi');
  expect(await axeViolations(page)).toEqual([]);

  isReachable = true;
  await expect(next(page)).toBeEnabled();
  await expect(notice).toBeHidden();
  await expect(field(page, 'First name')).toHaveValue('Thandi');
  await expect(field(page, 'Surname')).toHaveValue('Nkosi');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('a person who pressed Tab keeps the focus when the app’s code is loaded', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  const focused = page.locator(':focus');
  const release = await openWithoutCode(page, '/');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const { href, name } = await focused.evaluate((element) => ({
    href: element.getAttribute('href'),
    name: element.textContent,
  }));
  expect(href).not.toBeNull();
  release();
  await expectOwnMarkup(page);
  await expect(focused).toHaveText(name ?? '');
  await expect(focused).toHaveAttribute('href', href ?? '');
});

test('a person who pressed nothing gets no focus when the app’s code is loaded', async ({
  device,
}) => {
  const page = await device.open('about:blank');
  const release = await openWithoutCode(page, '/');
  release();
  await expectOwnMarkup(page);
  await expect(page.locator(':focus')).toHaveCount(0);
});
