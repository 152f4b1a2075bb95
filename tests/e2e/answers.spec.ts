import { expect } from '@playwright/test';
import { drainEnds } from '../support/browser/worker-control.ts';
import { seedDrafts, submitAll, submitDraft } from '../support/form/complete-draft.ts';
import { addFile, fileInput, photo, removeFiles } from '../support/form/form-filling.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  rowOf,
  test,
} from './fixtures/outbox-test.ts';

const unexpected = 'An unexpected server error occurred.';

test('a refusal stops its own submission, says what the server said, and all others go on', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const statuses = { Eva: 409, Faith: 413, Grace: 415, Hope: 422, Ivy: 418 } as const;
  const names = ['Amahle', 'Bheki', 'Cindy', 'Dineo', ...Object.keys(statuses), 'Zola'];
  await submitAll(
    page,
    names.map((name) => ({ name })),
  );
  backend.rule(
    {
      customer: 'Amahle',
      call: 'SaveSignature',
      fate: {
        reply: {
          status: 200,
          body: {
            wasSuccessful: false,
            heading: 'Not accepted',
            description: 'This signature is empty.',
            modelState: null,
          },
        },
      },
    },
    {
      customer: 'Bheki',
      fate: {
        reply: {
          status: 400,
          body: {
            errors: {
              '$.formData.simCardNumber': ['This SIM is in use.'],
              Campaign: 'It is over.',
            },
          },
        },
      },
    },
    { customer: 'Cindy', times: 2, fate: { reply: { status: 400 } } },
    { customer: 'Dineo', fate: { reply: { status: 400, body: { title: 'Bad request' } } } },
    ...Object.entries(statuses).map(([customer, status]) => ({
      customer,
      call: 'SaveIdDocument' as const,
      fate: { reply: { status, body: '<h1>no</h1>' } },
    })),
  );
  await page.goto('/outbox');
  await device.goOnline();
  // Dineo's second try, with a fresh cookie, was let in.
  await expectSent(page, 2);
  for (const name of names.filter((each) => each !== 'Dineo' && each !== 'Zola'))
    await expectStatus(page, name, 'Needs attention');
  await expect(page.getByText(/\d waiting/)).toBeHidden();
  await expect(rowOf(page, 'Amahle')).toContainText('This signature is empty.');
  await expect(rowOf(page, 'Bheki')).toContainText('This SIM is in use.');
  for (const name of ['Cindy', ...Object.keys(statuses)])
    await expect(rowOf(page, name)).toContainText(unexpected);

  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature']);
  expect(backend.calls('Bheki')).toEqual(['RegisterSim']);
  expect(backend.calls('Cindy')).toEqual(['RegisterSim', 'RegisterSim']);
  for (const name of ['Cindy', 'Dineo']) {
    const [first, second] = backend.requests(name);
    // Each answer brings another token, also those to concurrent calls: a token that was read anew is later than the one before.
    const [before, after] = [first, second].map((request) =>
      backend.tokens.indexOf(String(request?.headers['x-xsrf-token'])),
    );
    expect(before).toBeGreaterThanOrEqual(0);
    expect(after).toBeGreaterThan(before ?? 0);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  }
  for (const name of Object.keys(statuses))
    expect(backend.calls(name)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);

  // Nothing refused is tried again by itself: not by a restart, nor by 'Send now'.
  const before = backend.requests().length;
  await page.reload();
  await expectStatus(page, 'Bheki', 'Needs attention');
  await drainEnds(page);
  expect(backend.requests()).toHaveLength(before);

  await rowOf(page, 'Bheki').getByRole('link').click();
  await expect(page.getByText('This SIM is in use.')).toBeVisible();
  await expect(page.getByText('It is over.')).toBeVisible();
  await expect(rowOf(page, 'The server refused it')).toBeVisible();
});

test('what was refused is corrected: same form number, a new key for what is sent anew, nothing repeated', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  const [bheki, faith] = await seedDrafts(page, [
    { name: 'Bheki' },
    { name: 'Faith', documents: ['idDocument', 'idDocument'] },
  ]);
  if (bheki === undefined || faith === undefined) throw new Error('no drafts');
  const errors = { 'FormData.SimCardNumber': 'This SIM is in use.' };
  backend.rule(
    { customer: 'Bheki', fate: { reply: { status: 400, body: { errors } } } },
    // The second of Faith's photos.
    { customer: 'Faith', call: 'SaveIdDocument', until: Promise.resolve() },
    { customer: 'Faith', call: 'SaveIdDocument', fate: { reply: { status: 413 } } },
  );
  await submitDraft(page, bheki);
  await expect(page.getByText('Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  const field = page.getByLabel('SIM card number', { exact: true });
  await expect(field).toBeFocused();
  await expect(page.getByText('This SIM is in use.')).toBeVisible();
  await field.fill('8927 0100 0000 1234 560');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await submitDraft(page, bheki);
  await expectDelivered(page);
  const [refused, again, ...rest] = backend.requests('Bheki');
  expect(rest.map(({ call }) => call)).toEqual(['SaveSignature', 'SaveIdDocument']);
  expect(again?.formId).toBe(refused?.formId);
  expect(again?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
  expect(again?.json).toMatchObject({ formData: { simCardNumber: '8927010000001234560' } });

  await submitDraft(page, faith);
  await expect(page.getByText('Needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  const edit = page.getByRole('link', { name: 'Edit Documents' });
  const files = fileInput(page, 'ID document');
  await edit.or(files).first().waitFor();
  if (await edit.isVisible()) await edit.click();
  // The first one is at the server already and must go from there too.
  await removeFiles(page, ['photo-1.jpg', 'photo-2.jpg']);
  await addFile(page, 'ID document', 'smaller.jpg', await photo(page, 400, 300, 'SMALLER'));
  await submitDraft(page, faith);
  await expectDelivered(page);
  expect(backend.calls('Faith')).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
    'RemoveDocument',
    'SaveIdDocument',
  ]);
  const uploads = backend.requests('Faith').filter(({ call }) => call === 'SaveIdDocument');
  expect(new Set(uploads.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(backend.documentNames('Faith')).toEqual([uploads[2]?.parts[1]?.fileName]);
  expect(backend.formOf('Faith')?.calls).toBe(1);
});

test('a server error is tried again by itself with the same key, while others are delivered', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [
    { name: 'Amahle' },
    { name: 'Bheki' },
    { name: 'Cindy' },
    { name: 'Dineo' },
  ]);
  backend.rule(
    { customer: 'Amahle', call: 'RegisterSim', fate: { isDone: true, reply: { status: 500 } } },
    { customer: 'Bheki', call: 'SaveSignature', fate: { reply: { status: 408 } } },
    { customer: 'Bheki', call: 'SaveIdDocument', fate: { reply: { status: 425 } } },
    { customer: 'Cindy', call: 'SaveIdDocument', times: 99, fate: { reply: { status: 500 } } },
  );
  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, 3);
  expect(backend.calls('Amahle')).toEqual([
    'RegisterSim',
    'RegisterSim',
    'SaveSignature',
    'SaveIdDocument',
  ]);
  expect(backend.calls('Bheki')).toEqual([
    'RegisterSim',
    'SaveSignature',
    'SaveSignature',
    'SaveIdDocument',
    'SaveIdDocument',
  ]);
  for (const name of ['Amahle', 'Bheki'])
    for (const call of new Set(backend.calls(name)))
      expect(
        new Set(
          backend
            .requests(name)
            .filter((each) => each.call === call)
            .map(({ headers }) => headers['idempotency-key']),
        ).size,
      ).toBe(1);

  // Cindy's server goes on failing: said, with the time of the next try; then a person who knows better sends it.
  await expectStatus(page, 'Cindy', 'Waiting to send');
  await expect(rowOf(page, 'Cindy')).toContainText(/next try (\d+ \w+, )?\d\d:\d\d/, {
    timeout: 40_000,
  });
  await rowOf(page, 'Cindy').getByRole('link').click();
  await expect(page.getByText(/The server answered 50\d; it will be sent again/)).toBeVisible();
  backend.behave();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expectDelivered(page);
  expect(backend.documentNames('Cindy')).toHaveLength(1);
});
