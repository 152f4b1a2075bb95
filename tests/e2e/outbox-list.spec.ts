import { expect, type Page } from '@playwright/test';
import type { SubmissionStatus } from '../../src/domain/submission-types.ts';
import { pageLives } from '../support/browser/device.ts';
import { putRow } from '../support/disk/app-database.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

const count = 3_000;

/** Scrolls the page for a second. Returns the 95th percentile of the time between two frames, in ms. */
const slowestDrawing = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const gaps: number[] = [];
    let before = performance.now();
    const end = before + 1_000;
    while (before < end) {
      scrollBy(0, 400);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      gaps.push(now - before);
      before = now;
    }
    return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.95)] ?? 0;
  });

/**
 * Returns the number of rows that are completely visible above the tabs, without scrolling. Removes the line about the test server first.
 */
const rowsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    document.querySelector('header > p')?.remove();
    const tabs = document.querySelector('nav')?.getBoundingClientRect().top ?? 0;
    const end = tabs > innerHeight / 2 ? tabs : innerHeight;
    const rows = document.querySelectorAll('section[aria-label="Submissions"] li');
    return [...rows].filter((row) => row.getBoundingClientRect().bottom <= end).length;
  });

const statusOf = (number: number): SubmissionStatus => {
  if (number % 50 === 0) return 'draft';
  if (number % 400 === 10) return 'rejected';
  return number % 4 === 0 ? 'queued' : 'delivered';
};

test('the search finds one of three thousand submissions by name, number, status and day, and draws few', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  const rows = Array.from({ length: count }, (_, index) =>
    madeUpRow(index + 1, statusOf(index + 1), { daysAgo: index < 1_000 ? 2 : 0 }),
  );
  await seedOutbox(page, rows);
  await page.reload();

  const list = page.getByRole('region', { name: 'Submissions' }).getByRole('listitem');
  const search = page.getByLabel('Search by name or number');
  await expect(page.getByText('The newest 50 of 3')).toBeVisible();
  await expect(list).toHaveCount(50);
  const numbersOf = async () =>
    await list.getByRole('link').evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => href.startsWith('/outbox/'))
        .map((href) => Number(href.slice(-12))),
    );
  // Newest first.
  expect((await numbersOf()).filter((n) => n % 400 !== 10).slice(0, 3)).toEqual([
    3_000, 2_999, 2_998,
  ]);

  // Each row names its status and its kind of form in words.
  const words = (await list.allInnerTexts()).join('\n');
  for (const word of ['Draft', 'Waiting to send', 'Needs attention', 'Sent'])
    expect(words).toContain(word);
  expect(words).toContain('SIM registration');
  expect(words).toContain('SIM replacement');

  await search.fill('89270100000010029');
  await expect.poll(async () => (await numbersOf()).every((n) => n >= 2_900)).toBe(true);
  await search.fill('8927 0100 0000 1002 960');
  await expect(list, 'spaces in a number').toHaveCount(1);
  await search.fill('van der mer');
  await expect(list.first()).toContainText('Pieter van der Merwe');
  await expect(list.filter({ hasNotText: 'Pieter van der Merwe' })).toHaveCount(0);
  await search.fill('nobody of this name');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await search.fill('');

  const refused = rows.filter((row) => row.status === 'rejected').length;
  const chip = page.getByRole('button', { name: `Needs attention ${refused}`, exact: true });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(list.filter({ hasNotText: 'Needs attention' })).toHaveCount(0);
  await expect(list.first().getByRole('button', { name: 'Correct' })).toBeVisible();
  await page.getByRole('button', { name: /^All / }).click();

  await search.focus();
  await page.getByRole('button', { name: 'Choose a day' }).click();
  const day = page.getByLabel('Captured on');
  // Uses the day of the row itself: in the first hours of a day, some rows belong to the day before.
  await day.fill(rows[999]?.day ?? '');
  await expect.poll(async () => Math.max(...(await numbersOf()))).toBe(1_000);
  await day.fill('2020-01-01');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await expect(list).toHaveCount(50);

  // A date that does not exist is no filter. The app logs it as the specification says.
  const nextSlip = () =>
    page.waitForEvent('console', (message) => message.text() === 'Invalid date provided');
  const logged = nextSlip();
  await day.focus();
  await page.keyboard.type('31022026');
  await logged;
  await expect(list).toHaveCount(50);

  // The list scrolls as smoothly as an empty one. If the machine was busy, the test measures again: a slow list is slow each time.
  await expect(async () => {
    const slowest = await slowestDrawing(page);
    await search.fill('nobody of this name');
    await expect(page.getByText('Nothing found')).toBeVisible();
    const empty = await slowestDrawing(page);
    await search.fill('');
    await expect(list).toHaveCount(50);
    expect(slowest).toBeLessThan(Math.max(250, 4 * empty));
  }).toPass();
  for (let more = 2; more <= 4; more += 1) {
    // Presses a key, because a button may move during a click: rows get their height when they are drawn.
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(list).toHaveCount(more * 50);
  }
  // A mistake in the date does not shorten the list.
  const loggedAgain = nextSlip();
  await day.focus();
  await page.keyboard.type('30022026');
  await loggedAgain;
  await pageLives(page, 300);
  await expect(list).toHaveCount(200);
});

test('the outbox shows its rows before its page asks the worker to send', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  const rows = Array.from({ length: 200 }, (_, at) => madeUpRow(at + 1, statusOf(at + 1)));
  await seedOutbox(page, rows);
  await page.addInitScript(() => {
    const rowsAtDrain: number[] = [];
    Object.assign(window, { rowsAtDrain });
    const send = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      if (JSON.stringify(message).includes('DRAIN'))
        rowsAtDrain.push(document.querySelectorAll('[aria-label="Submissions"] li').length);
      Reflect.apply(send, this, [message, ...rest]);
    };
  });
  await page.reload();
  const rowsAtDrain = (): Promise<number[]> =>
    page.evaluate(() => Reflect.get(window, 'rowsAtDrain'));
  await expect.poll(async () => (await rowsAtDrain())[0]).toBe(50);
});

test('the list fits into one view, refused forms first, and is unchanged after Back', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(page, [
    madeUpRow(1, 'rejected', { daysAgo: 3 }),
    madeUpRow(2, 'delivered', { daysAgo: 1 }),
    ...Array.from({ length: 12 }, (_, index) => madeUpRow(index + 7, 'queued')),
    madeUpRow(21, 'draft'),
  ]);
  await putRow(page, 'device', {
    key: 'hold',
    value: { reason: 'network', since: 0, nextProbeAt: 0, httpStatus: null, tries: 1 },
  });
  await page.reload();
  const region = page.getByRole('region', { name: 'Submissions' });
  await expect(region.getByRole('heading', { level: 2 })).toHaveText([
    'Needs attention',
    'Today · 12 captured, 0 sent',
    'Yesterday · 1 captured, all sent',
  ]);
  await expect(region.getByRole('listitem').first()).toContainText('This ID number is not known.');
  // This also holds with the banner, offline, with a hold and with a refused form.
  await expect(page.getByText('No connection yet')).toBeVisible();
  for (const [width, height, least] of [
    // One refused row, and five rows below it.
    [360, 740, 6],
    [320, 568, 1],
    [640, 360, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => rowsInSight(page), { message: `${width} × ${height}` })
      .toBeGreaterThanOrEqual(least);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  // All five chips are in view, in one row.
  const boxes = await page
    .getByRole('group', { name: 'Show' })
    .getByRole('button')
    .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(5);
  for (const box of boxes) {
    expect(box.top).toBe(boxes[0].top);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(360);
  }
  await page.getByRole('button', { name: 'Waiting 12', exact: true }).click();
  await expect(region.getByRole('listitem')).toHaveCount(12);
  const heights = await region
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
  // Each row has two lines.
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);

  const search = page.getByLabel('Search by name or number');
  await search.fill('lerato');
  await expect(region.getByRole('listitem')).toHaveCount(5);
  await region.getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('lerato');
  await expect(region.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Waiting 12' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The search is in no address, because it may be a customer's name.
  expect(page.url()).not.toContain('lerato');
});

test('deleting a receipt asks first; a deleted draft can be restored', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByText('Nothing sent yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(page, [madeUpRow(1, 'delivered'), madeUpRow(2, 'queued')]);
  await page.goto('/outbox/00000000-0000-4000-8000-000000000001');
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await remove.click();
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await expect(page).toHaveURL('/outbox');
  await expect(page.getByRole('region', { name: 'Submissions' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await page.goto('/outbox/00000000-0000-4000-8000-000000000001');
  await expect(page.getByText('This form is not here')).toBeVisible();

  // A submission that was never sent can become a draft again.
  await page.goto('/outbox/00000000-0000-4000-8000-000000000002');
  await expect(page.getByRole('button', { name: 'Back to draft' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
});

test('text that is no date selects no day and shows an error', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await seedOutbox(page, [madeUpRow(1, 'queued'), madeUpRow(2, 'queued', { daysAgo: 3 })]);
  await page.reload();
  const items = page.getByRole('region', { name: 'Submissions' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await page.getByLabel('Search by name or number').focus();
  await page.getByRole('button', { name: 'Choose a day' }).click();
  const day = page.getByLabel('Captured on');
  await expect(day).toHaveAccessibleDescription(/YYYY-MM-DD/);
  await day.fill(madeUpRow(2, 'queued', { daysAgo: 3 }).day);
  await expect(items).toHaveCount(1);
  await expect(day).toHaveAccessibleDescription(
    new RegExp(`Chosen: ${madeUpRow(2, 'queued', { daysAgo: 3 }).day}`),
  );

  // Types 31 February in this phone's order: year, month, day.
  const said = page.waitForEvent('console', (line) => line.text() === 'Invalid date provided');
  await day.focus();
  await day.pressSequentially('20260231');
  await said;
  await expect(items).toHaveCount(2);
  await page.getByLabel('Search by name or number').focus();
  await expect(page.getByText('That is not a date.')).toBeVisible();
  await day.fill(madeUpRow(1, 'queued').day);
  await expect(items).toHaveCount(1);
  await expect(page.getByText('This is not a date')).toHaveCount(0);
});

test('with nothing wrong, eight rows are in sight; on a wide screen the rows are a table', async ({
  device,
}) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(
    page,
    Array.from({ length: 12 }, (_, index) => madeUpRow(index + 1, 'delivered')),
  );
  await page.reload();
  await expect(page.getByText('Today · 12 captured, all sent')).toBeVisible();
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(8);
  // On a wide screen, the words of a refusal and of a draft also fit into their column.
  await seedOutbox(page, [madeUpRow(13, 'rejected'), madeUpRow(14, 'draft')]);
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('What to know')).toBeVisible();
  const heights = await page
    .getByRole('region', { name: 'Submissions' })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
});

test('at 200 % no text of a row is cut, and no two texts cross', async ({ device }) => {
  const page = await device.installApp();
  await page.goto('/outbox');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await device.goOffline();
  await seedOutbox(page, [
    madeUpRow(1, 'rejected'),
    madeUpRow(2, 'draft'),
    madeUpRow(3, 'queued'),
    madeUpRow(4, 'delivered'),
  ]);
  await page.reload();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const [width, height] of [
    [360, 740],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('listitem')).toHaveCount(4);
    const problems = await page.evaluate(() => {
      const found: string[] = [];
      const main = document.getElementById('main');
      const texts: { text: string; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const owner = node.parentElement;
        if (text === '' || owner === null || owner.closest('.visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width <= 1 || getComputedStyle(owner).clipPath !== 'none') continue;
          if (box.right > innerWidth || box.left < 0) found.push(`out of the page: ${text}`);
          texts.push({ text, box });
        }
      }
      for (const [index, one] of texts.entries())
        for (const other of texts.slice(index + 1)) {
          if (one.text === other.text) continue;
          const across =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down =
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (across > 2 && down > 8) found.push(`${one.text} × ${other.text}`);
        }
      return found;
    });
    expect(problems, `${width} px`).toEqual([]);
  }
});
