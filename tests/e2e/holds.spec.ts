import { expect, type Page } from '@playwright/test';
import { POOL_GOAL } from '../../src/store/outbox/form-guids.ts';
import type { PlainBackend } from '../support/backend/plain-backend.ts';
import { drainEnds } from '../support/browser/worker-control.ts';
import { putRows, tableRows } from '../support/disk/app-database.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  rowOf,
  test,
  waiting,
} from './fixtures/outbox-test.ts';

const clock = /\d\d:\d\d/;

const sendNow = (page: Page) => page.getByRole('button', { name: 'Send now' }).click();

const inSixSeconds = (): string => new Date(Date.now() + 6_000).toUTCString();

/** Checks that a requested drain makes no call. Calls that are in flight end before the count. */
async function expectQuiet(backend: PlainBackend, page: Page): Promise<void> {
  await drainEnds(page);
  const before = backend.requests().length;
  await drainEnds(page);
  expect(backend.requests()).toHaveLength(before);
}

test('nothing is sent to a busy server before the time that it named', async ({
  backend,
  device,
}) => {
  const page = await waiting(device, ['Amahle', 'Bheki']);
  backend.rule({
    call: 'RegisterSim',
    times: 2,
    fate: { reply: { status: 429, headers: { 'Retry-After': '10' } } },
  });
  await device.goOnline();
  await expect(page.getByText('The server is busy')).toBeVisible();
  await expectStatus(page, 'Amahle', 'Waiting to send');
  for (const name of ['Amahle', 'Bheki'])
    await expect(rowOf(page, name)).toContainText(/next try (\d+ \w+, )?\d\d:\d\d/);
  // Neither a reload nor a visible page starts an earlier attempt.
  await page.reload();
  await expectSent(page, 2);
  const asked = backend.requests().filter(({ call }) => call === 'RegisterSim');
  expect(asked.length).toBeGreaterThanOrEqual(3);
  const refused = asked.filter((_, index) => index < asked.length - 2);
  const first = asked[0]?.at ?? 0;
  // A concurrent call that was already in flight may arrive late.
  const next = asked.find(({ at }) => at - first > 5_000)?.at ?? 0;
  expect(next - first).toBeGreaterThanOrEqual(9_900);
  expect(refused.length).toBeLessThanOrEqual(2);
});

test('a date in Retry-After counts too, and ‘Send now’ ends the wait', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  backend.rule(
    {
      customer: 'Cindy',
      call: 'RegisterSim',
      fate: () => ({ reply: { status: 503, headers: { 'Retry-After': inSixSeconds() } } }),
    },
    { customer: 'Cindy', call: 'SaveSignature', fate: { reply: { status: 502 } } },
    {
      customer: 'Cindy',
      call: 'SaveIdDocument',
      fate: { isDone: true, reply: { status: 504, headers: { 'Retry-After': '900' } } },
    },
  );
  await submitAll(page, [{ name: 'Cindy' }]);
  await expect.poll(() => backend.calls('Cindy'), { timeout: 60_000 }).toContain('SaveIdDocument');
  const tries = backend.requests('Cindy');
  expect((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0)).toBeGreaterThan(1_000);
  expect(tries.map(({ call }) => call).slice(0, 4)).toEqual([
    'RegisterSim',
    'RegisterSim',
    'SaveSignature',
    'SaveSignature',
  ]);
  // The server asked for a wait of 15 minutes. An agent who knows better need not wait.
  await expect(page.getByText('The server is busy')).toBeVisible();
  await expectQuiet(backend, page);
  await sendNow(page);
  await expectDelivered(page);
  expect(backend.documentNames('Cindy')).toHaveLength(1);
});

test('401 and 403 pause the whole outbox, with the reason, and lose nothing', {
  tag: '@core',
}, async ({ backend, device }) => {
  // A form without a number asks for one first. The answer to that call would end the pause.
  const outbox = await openOutbox(device);
  await expect
    .poll(async () => (await tableRows(outbox, 'formGuids')).length, { timeout: 20_000 })
    .toBe(POOL_GOAL);
  // Each request for a drain registers a sync event too. On a busy machine it comes after the drain, and makes one more call.
  const session = await device.context.newCDPSession(outbox);
  await session.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: backend.address,
  });
  // A second page would ask for a drain of its own.
  await outbox.close();
  const page = await waiting(device, ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva']);
  backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: { status: 401 } } });
  await device.goOnline();
  await expect(page.getByText('The server does not know this phone.')).toBeVisible();
  await expect(page.getByText(/Nothing is lost\. Tell your operator\./)).toBeVisible();
  for (const name of ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva'])
    await expectStatus(page, name, 'Paused');
  // Only the concurrent calls that were in flight arrive, and then no more. On a busy machine the page tells the worker of the network
  // after the first answer. That ends the wait for one more call.
  await expect(() => expectQuiet(backend, page)).toPass();
  expect(backend.requests().length).toBeLessThanOrEqual(4);
  const before = backend.requests().length;
  await page.reload();
  await expect.poll(() => backend.requests().length).toBe(before + 1);
  await expectQuiet(backend, page);
  await expectStatus(page, 'Eva', 'Paused');

  // A 403 may come from the anti-forgery check. So the app makes each call once more with a fresh cookie, and only then pauses.
  backend.behave();
  backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: { status: 403 } } });
  const from = backend.requests().length;
  await sendNow(page);
  await expect(page.getByText('This phone is not allowed to send.')).toBeVisible();
  // The pause is shown while concurrent calls still wait for their answers. Each of these calls is also made once more.
  await drainEnds(page);
  const pairs = backend.requests().slice(from);
  expect(pairs.length % 2).toBe(0);
  const [one, two] = pairs.filter(({ customer }) => customer === pairs[0]?.customer);
  expect(two?.headers['x-xsrf-token']).not.toBe(one?.headers['x-xsrf-token']);
  expect(two?.headers['idempotency-key']).toBe(one?.headers['idempotency-key']);
  await expectStatus(page, 'Eva', 'Paused');

  backend.behave();
  backend.rule({ call: 'SaveSignature', fate: { reply: { status: 403 } } });
  await sendNow(page);
  await expectSent(page, 5);
  await expect(page.getByText(/Paused/)).toBeHidden();
});

test('a route that the server does not know pauses the outbox, and the app probes it', async ({
  backend,
  device,
}) => {
  const page = await waiting(device, ['Amahle', 'Bheki']);
  backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: { status: 404 } } });
  await device.goOnline();
  await expect(page.getByText('The server is being updated')).toBeVisible();
  const held = async () =>
    (await tableRows(page, 'device')).find(({ key }) => key === 'hold')?.['value'];
  await expect.poll(held).toMatchObject({ httpStatus: 404 });
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByText('If this lasts a day, tell your operator.')).toBeVisible();
  for (const status of [405, 410, 501]) {
    backend.behave();
    backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: { status } } });
    await sendNow(page);
    await expect.poll(held).toMatchObject({ httpStatus: status });
    await expect(page.getByText('The server is being updated')).toBeVisible();
  }
  // The server answers with the app's own HTML: it knows the app, but not this route.
  backend.behave();
  const shell = await (
    await fetch(`${backend.address}/outbox`, { headers: { accept: 'text/html' } })
  ).text();
  backend.rule({ times: 999, call: 'RegisterSim', fate: { reply: { status: 200, body: shell } } });
  await sendNow(page);
  await expect.poll(held).toMatchObject({ httpStatus: 200 });
  for (const name of ['Amahle', 'Bheki'])
    await expect(rowOf(page, name)).toContainText(
      /Waiting to send.*next try (\d+ \w+, )?\d\d:\d\d/s,
    );
  const { nextProbeAt } = (await held()) as { nextProbeAt: number };
  expect((nextProbeAt - Date.now()) / 60_000).toBeGreaterThan(29);
  expect((nextProbeAt - Date.now()) / 60_000).toBeLessThan(30.1);
  await expect(page.getByText(clock).first()).toBeVisible();
  // After a reload, the page asks for a drain by itself.
  backend.behave();
  await page.reload();
  await expectSent(page, 2);
});

test('an answer of another program than the backend counts as no network', async ({
  backend,
  device,
}) => {
  const page = await waiting(device, ['Amahle', 'Bheki']);
  const portal = '<!doctype html><title>Wi-Fi</title><h1>Sign in to use this network</h1>';
  backend.rule({ times: 999, fate: { reply: { status: 200, body: portal } } });
  await device.goOnline();
  await expect(page.getByText('This Wi-Fi wants you to log in')).toBeVisible();
  await expect(page.getByText('Sign in to use this network')).toHaveCount(0);
  for (const name of ['Amahle', 'Bheki']) await expectStatus(page, name, 'Waiting to send');
  expect(backend.forms.size).toBe(0);
  backend.behave();
  const fates = [
    { status: 302, headers: { Location: 'http://127.0.0.1:9/portal' } },
    { status: 307, headers: { Location: '/portal.html' } },
    { status: 200, body: [1] },
    { status: 200, body: portal },
  ];
  const calls = ['RegisterSim', 'RegisterSim', 'SaveSignature', 'SaveSignature'] as const;
  backend.rule(
    ...fates.map((reply, index) => ({
      customer: 'Cindy',
      call: calls[index],
      fate: { isDone: true, reply },
    })),
  );
  await sendNow(page);
  await expectSent(page, 2);
  await submitAll(page, [{ name: 'Cindy' }]);
  await expectDelivered(page);
  expect(backend.calls('Cindy')).toEqual([
    'RegisterSim',
    'RegisterSim',
    'RegisterSim',
    'SaveSignature',
    'SaveSignature',
    'SaveSignature',
    'SaveIdDocument',
  ]);
});

test('a wait that was stored under a wrong clock does not stop the outbox', async ({
  backend,
  device,
}) => {
  const page = await waiting(device, ['Amahle', 'Bheki']);
  const year = 365 * 86_400_000;
  const rows = await tableRows(page, 'submissions');
  await putRows(
    page,
    'submissions',
    rows.map((row) => ({ ...row, nextAttemptAt: Date.now() + year })),
  );
  const lease = { owner: 'a drain of another year', until: Date.now() + year, length: 60_000 };
  // A wait that the server asked for. It is the only wait that nothing but time or the agent ends.
  const hold = {
    reason: 'busy',
    since: Date.now() + year,
    nextProbeAt: Date.now() + year,
    httpStatus: 503,
    tries: 3,
  };
  await putRows(page, 'device', [
    { key: 'hold', value: hold },
    { key: 'lease', value: lease },
  ]);
  await device.goOnline();
  await page.reload();
  await expectSent(page, 2);
  expect(backend.forms.size).toBe(2);
});
