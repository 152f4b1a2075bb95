import { expect } from '@playwright/test';
import { storedValue } from '../support/browser/page-watch.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { drainEnds } from '../support/browser/worker-control.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import {
  expectSent,
  expectStatus,
  openOutbox,
  openSubmission,
  rowOf,
  test,
} from './fixtures/outbox-test.ts';

test('photos wait for Wi-Fi if the person chose that; forms and signatures never wait', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  const sent = (call: string) => backend.requests().filter((request) => request.call === call);

  await openSettings(page, 'price');
  await page.getByLabel('Price per MB').fill('0,5');
  await expect.poll(() => storedValue(page, 'dataPricePerMb')).toBe(0.5);
  await openSettings(page, 'photos');
  const onWifi = page.getByRole('radio', { name: 'On Wi-Fi only, or when I press Send now' });
  await expect(page.getByText('On mobile data: form and signature only')).toContainText('R');
  await onWifi.check();
  await expect.poll(() => storedValue(page, 'photoSending')).toBe('unmetered');

  await submitAll(page, [{ name: 'Amahle' }, { name: 'Bheki' }]);
  await page.goto('/outbox');
  await expect.poll(() => sent('SaveSignature').length).toBe(2);
  await drainEnds(page);
  expect(sent('SaveIdDocument')).toEqual([]);
  for (const name of ['Amahle', 'Bheki']) {
    await expectStatus(page, name, 'Waiting to send');
    await expect(rowOf(page, name)).toContainText('photos wait for Wi-Fi');
  }
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByText('To use mobile data now, press ‘Send now’.')).toBeVisible();

  // On a computer, Chromium does not report the kind of its link. So the app asks the agent.
  const question = page.getByText('Is this phone on Wi-Fi now?');
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'No, let them wait' }).click();
  await expect(question).toBeHidden();
  await drainEnds(page);
  expect(sent('SaveIdDocument')).toEqual([]);
  // After a restart, the app does not ask again, and sends no photo.
  await page.reload();
  await expect(rowOf(page, 'Amahle')).toContainText('photos wait for Wi-Fi');
  await drainEnds(page);
  await expect(question).toBeHidden();
  expect(sent('SaveIdDocument')).toEqual([]);

  // 'Send now' of one form sends only the photos of that form.
  await openSubmission(rowOf(page, 'Bheki'));
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.goto('/outbox');
  await expectSent(page, 1);
  await expect(rowOf(page, 'Amahle')).toContainText('photos wait for Wi-Fi');

  await openSettings(page, 'photos');
  await expect(onWifi).toBeChecked();
  await page.getByRole('radio', { name: 'Always' }).check();
  await expect.poll(() => storedValue(page, 'photoSending')).toBe('always');
  await page.goto('/outbox');
  await expectSent(page, 2);
  expect(sent('SaveIdDocument')).toHaveLength(2);
});

test('‘Yes’ to the Wi-Fi question sends waiting photos at once, and later photos of that day', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await openSettings(page, 'photos');
  await page.getByRole('radio', { name: 'On Wi-Fi only, or when I press Send now' }).check();
  await expect.poll(() => storedValue(page, 'photoSending')).toBe('unmetered');
  await submitAll(page, [{ name: 'Amahle' }]);
  await page.goto(`/captured/${new URL(page.url()).pathname.split('/').at(-1)}`);
  await expect(page.getByText('The photos wait for Wi-Fi')).toBeVisible();
  await page.goto('/outbox');
  await page.getByRole('button', { name: 'Yes, send them' }).click();
  await expectSent(page, 1);
  await submitAll(page, [{ name: 'Bheki' }]);
  await page.goto('/outbox');
  await expectSent(page, 2);
  expect(backend.requests().filter(({ call }) => call === 'SaveIdDocument')).toHaveLength(2);
});
