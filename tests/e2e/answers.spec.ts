import { expect } from '@playwright/test';
import { drainEnds } from '../support/browser/worker-control.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  openSubmission,
  rowOf,
  test,
} from './fixtures/outbox-test.ts';

const unexpected = 'An unexpected server error occurred.';

test('a refusal stops only its own submission and shows the server’s words', {
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
      fate: {
        reply: {
          status,
          body: status === 415 ? { title: 'Only JPEG is taken.' } : '<h1>no</h1>',
          headers: { 'X-Request-Id': `abc-${status}` },
        },
      },
    })),
  );
  await page.goto('/outbox');
  await device.goOnline();
  // The server accepted Dineo's second attempt, which had a fresh cookie.
  await expectSent(page, 2);
  for (const name of names.filter((each) => each !== 'Dineo' && each !== 'Zola'))
    await expectStatus(page, name, 'Needs attention');
  await expect(page.getByText(/\d waiting/)).toBeHidden();
  await expect(rowOf(page, 'Amahle')).toContainText('This signature is empty.');
  await expect(rowOf(page, 'Bheki')).toContainText('This SIM is in use.');
  for (const name of ['Cindy', ...Object.keys(statuses)])
    await expect(rowOf(page, name)).toContainText(unexpected);
  await openSubmission(rowOf(page, 'Faith'));
  await expect(page.getByText('413 to SaveIdDocument')).toBeVisible();
  await expect(page.getByText('abc-413')).toBeVisible();
  await page.goto('/outbox');
  await expect(rowOf(page, 'Grace')).toContainText('Only JPEG is taken.');
  // If a body is no answer of the contract, the app shows nothing of it.
  await expect(page.getByText('<h1>')).toHaveCount(0);

  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature']);
  expect(backend.calls('Bheki')).toEqual(['RegisterSim']);
  expect(backend.calls('Cindy')).toEqual(['RegisterSim', 'RegisterSim']);
  for (const name of ['Cindy', 'Dineo']) {
    const [first, second] = backend.requests(name);
    // Each answer sets a new token, also an answer to a concurrent call. A token that was read again comes later in the list.
    const [before, after] = [first, second].map((request) =>
      backend.tokens.indexOf(String(request?.headers['x-xsrf-token'])),
    );
    expect(before).toBeGreaterThanOrEqual(0);
    expect(after).toBeGreaterThan(before ?? 0);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  }
  for (const name of Object.keys(statuses))
    expect(backend.calls(name)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);

  // The app does not repeat a refused call by itself, not after a restart and not with 'Send now'.
  const before = backend.requests().length;
  await page.reload();
  await expectStatus(page, 'Bheki', 'Needs attention');
  await drainEnds(page);
  expect(backend.requests()).toHaveLength(before);

  await openSubmission(rowOf(page, 'Bheki'));
  await expect(page.getByText('This SIM is in use.')).toBeVisible();
  await expect(page.getByText('It is over.')).toBeVisible();
  await expect(rowOf(page, 'The server did not accept it')).toBeVisible();
});

test('the app retries a server error with the same key, and delivers other submissions meanwhile', async ({
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

  // The server keeps failing for Cindy. The app says so, with the time of the next attempt. Then the agent presses 'Send now'.
  await expectStatus(page, 'Cindy', 'Waiting to send');
  await expect(rowOf(page, 'Cindy')).toContainText(/next try (\d+ \w+, )?\d\d:\d\d/, {
    timeout: 60_000,
  });
  await openSubmission(rowOf(page, 'Cindy'));
  await expect(page.getByText(/The server answered 50\d\. Veld sends it again\./)).toBeVisible();
  backend.behave();
  // The next attempt may start at this moment and remove the button. If it does not, only the press sends the form soon enough.
  await page
    .getByRole('button', { name: 'Send now' })
    .click({ timeout: 10_000 })
    .catch(() => undefined);
  await expectDelivered(page);
  expect(backend.documentNames('Cindy')).toHaveLength(1);
});

test('the app replaces a form number that the server no longer knows (by its words or a 404), and no other form waits', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  // The phone has form numbers for all three forms before it goes offline.
  await expect.poll(() => backend.handedOut.size).toBeGreaterThanOrEqual(5);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle' }, { name: 'Bheki' }, { name: 'Cindy' }]);
  const forgotten = { wasSuccessful: false, heading: 'Sorry', description: 'Form not found.' };
  backend.rule(
    { customer: 'Amahle', call: 'RegisterSim', fate: { reply: { status: 404 } } },
    { customer: 'Bheki', call: 'RegisterSim', fate: { reply: { status: 200, body: forgotten } } },
  );
  await page.goto('/outbox');
  await device.goOnline();
  await expectSent(page, 3);
  for (const name of ['Amahle', 'Bheki']) {
    const forms = backend.requests(name).filter(({ call }) => call === 'RegisterSim');
    expect(forms).toHaveLength(2);
    expect(new Set(forms.map(({ formId }) => formId)).size).toBe(2);
  }
  expect(backend.calls('Cindy')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  expect(backend.forms.size).toBe(3);
});
