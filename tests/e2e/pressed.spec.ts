import { expect } from '@playwright/test';
import { submitAll } from '../support/form/complete-draft.ts';
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
