import { expect, type Locator } from '@playwright/test';
import { pageLives } from '../support/browser/device.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { addFile, expectSection, goToSection, photo } from '../support/form/form-filling.ts';
import { atRest } from '../support/server/stored-forms.ts';
import { rowOf, test, waiting } from './fixtures/outbox-test.ts';

test('a pressed row does not move when another form is submitted meanwhile', async ({ device }) => {
  const page = await waiting(device, ['Amahle']);
  // The app waits at most 5 s for the end of a press. On a slow machine, the press below may last longer.
  await page.addInitScript(() => {
    const { setTimeout: start } = window;
    const slow = (task: TimerHandler, ms?: number) => start(task, ms === 5000 ? 600_000 : ms);
    Object.assign(window, { setTimeout: slow });
  });
  await page.reload();
  const other = await device.context.newPage();
  await other.goto('/outbox');
  await page.bringToFront();
  await expect(rowOf(page, 'Amahle')).toBeVisible();
  await expect(page.getByText('1 waiting')).toBeVisible();
  await atRest(page);
  await rowOf(page, 'Amahle').getByRole('link').hover();
  await page.mouse.down();
  await submitAll(other, [{ name: 'Bheki' }]);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: /^Amahle/ })).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'Bheki')).toBeVisible();
});

/** Taps twice at the same place within 150 ms, by the times of the events. A slow machine may send the second tap later. */
async function doubleTap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 20 }];
  const devTools = await target.page().context().newCDPSession(target.page());
  const first = Date.now() / 1000;
  for (const at of [first, first + 0.12]) {
    await devTools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints,
      timestamp: at,
    });
    await devTools.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: at + 0.03,
    });
    // The first tap has its effect before the second one.
    await pageLives(target.page(), 100);
  }
  await devTools.detach();
}

test('the second tap of a double tap presses nothing that the first one has put in its place', async ({
  device,
}) => {
  const page = await device.installApp();
  // Code that is already loaded shows the next screen before the second tap.
  await page.goto('/replace');
  await expectSection(page, 'Customer');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await doubleTap(page.getByRole('link', { name: 'Replace a SIM', exact: true }));
  await expectSection(page, 'Customer');
  await pageLives(page, 300);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  await expect(page).toHaveURL('/replace');

  const [id] = await seedDrafts(page, [{ name: 'Amahle', kind: 'replacement', documents: [] }]);
  await page.goto(`/replace/${id}`);
  await goToSection(page, 'Documents');
  for (const name of ['a.jpg', 'b.jpg'])
    await addFile(page, 'ID document', name, await photo(page, 900, 600, name));
  await doubleTap(page.getByRole('button', { name: 'Remove a.jpg' }));
  await expect(page.getByRole('button', { name: 'Remove a.jpg' })).toHaveCount(0);
  await pageLives(page, 300);
  await expect(page.getByRole('button', { name: 'Remove b.jpg' })).toBeVisible();

  // On a slow phone the question opens later, so that the second tap meets its button.
  await page.goto(`/outbox/${id}`);
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await doubleTap(remove);
  await pageLives(page, 300);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await expect(page).toHaveURL('/outbox');
});

test('two quick taps on two controls side by side press both', async ({ device }) => {
  const page = await device.openApp('/replace');
  const title = page.getByLabel('Title', { exact: true });
  // The server's titles replace the built-in ones, and move the buttons.
  await expect(page.getByRole('button', { name: 'Mrs', exact: true })).toHaveCount(0);
  const places: [number, number][] = [];
  for (const name of ['Ms', 'Mr']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    places.push([(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]);
  }
  await title.focus();
  for (const place of places) await page.touchscreen.tap(...place);
  await expect(title).toHaveValue('Mr');
});
