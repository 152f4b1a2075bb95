import { expect } from '@playwright/test';
import type { Fate } from '../support/backend/plain-backend.ts';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { fillTexts, goToSection } from '../support/form/form-filling.ts';
import type { FaultKind } from '../support/network/fault-proxy.ts';
import { test as faultyTest } from './fixtures/faulty-test.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  openSubmission,
  rowOf,
  test,
  unfold,
} from './fixtures/outbox-test.ts';

/** The server does the work. Then the connection is reset, and the browser sends the request again by itself. */
const cutAfter: Fate = { isDone: true, reply: 'reset' };

test.describe('a backend that ignores the keys and lists every document', () => {
  test.use({ capabilities: { honoursKeys: false, lists: 'all' } });

  test('has one copy of each file in the end, also if the last step was sent twice', async ({
    backend,
    device,
  }) => {
    const page = await openOutbox(device);
    await device.goOffline();
    await submitAll(page, [
      { name: 'Amahle', documents: ['idDocument', 'idDocument'] },
      { name: 'Bheki', kind: 'replacement', documents: ['idDocument', 'policeDocument'] },
      { name: 'Cindy' },
    ]);
    backend.rule(
      { customer: 'Amahle', call: 'RegisterSim', fate: cutAfter },
      { customer: 'Amahle', call: 'SaveIdDocument', times: 2, fate: cutAfter },
      { customer: 'Bheki', call: 'SaveSignature', fate: cutAfter },
      { customer: 'Bheki', call: 'SavePoliceDocument', times: 3, fate: cutAfter },
      // The server does the last step, but the app cannot read the answer.
      { customer: 'Cindy', call: 'SaveIdDocument', fate: { isDone: true, reply: { status: 504 } } },
      // The server does the removal too, so the repeat finds nothing to remove.
      { customer: 'Cindy', call: 'RemoveDocument', fate: { isDone: true, reply: { status: 500 } } },
      { customer: 'Cindy', call: 'RemoveDocument', fate: { reply: { status: 404 } } },
    );
    await page.goto('/outbox');
    await device.goOnline();
    // Eleven calls fail, and each failure has its own wait.
    await expectSent(page, 3, 120_000);
    for (const [name, count] of Object.entries({ Amahle: 2, Bheki: 2, Cindy: 1 })) {
      const form = backend.formOf(name);
      const names = form?.documents.map((document) => document.name) ?? [];
      expect(names).toHaveLength(count);
      expect(new Set(names).size).toBe(count);
      expect(form?.signatures).toBe(1);
      // The oldest copy of each file stays.
      const uploads = backend.requests(name).filter(({ call }) => /Save.*Document/.test(call));
      expect(uploads.length).toBeGreaterThan(count);
      expect(backend.calls(name)).toContain('RemoveDocument');
    }
    expect(backend.forms.size).toBe(3);
    for (const { headers, method } of backend
      .requests()
      .filter(({ call }) => call === 'RemoveDocument')) {
      expect(method).toBe('DELETE');
      expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    }
    // Each step has one key, even if it was sent several times.
    for (const name of ['Amahle', 'Bheki', 'Cindy']) {
      const keys = new Map<string, Set<unknown>>();
      for (const { call, headers, parts, query } of backend.requests(name)) {
        const step = `${call} ${parts[1]?.fileName ?? ''}${query.get('registrationFileId') ?? ''}`;
        keys.set(step, (keys.get(step) ?? new Set()).add(headers['idempotency-key']));
      }
      for (const [step, each] of keys) expect(each.size, step).toBe(1);
    }
    await openSubmission(rowOf(page, 'Sent').first());
    await expect(page.getByText(/The server may have .+ twice/)).toBeHidden();
  });
});

test.describe('a backend that ignores the keys and lists only a call’s own documents', () => {
  test.use({ capabilities: { honoursKeys: false, lists: 'own' } });

  test('may have a file twice, and the app says so; a key that the backend honours is enough', async ({
    backend,
    device,
  }) => {
    const page = await openOutbox(device);
    backend.rule({
      customer: 'Amahle',
      call: 'SaveIdDocument',
      fate: { isDone: true, reply: { status: 502 } },
    });
    await submitAll(page, [{ name: 'Amahle', documents: ['idDocument', 'idDocument'] }]);
    await expectDelivered(page);
    const [first] = backend.requests('Amahle').filter(({ call }) => call === 'SaveIdDocument');
    const doubted = first?.parts[1]?.fileName ?? '';
    expect(backend.documentNames('Amahle').filter((name) => name === doubted)).toHaveLength(2);
    await unfold(page);
    await expect(
      page.getByText(`The server may have this file twice: ${doubted}`).first(),
    ).toBeVisible();
    // The other file was never in doubt.
    await expect(page.getByText(/^The server may have one file twice:/)).toBeVisible();

    // If the backend honours the keys, the app needs no list. The backend has one copy of each file, and nothing to remove.
    backend.become({ honoursKeys: true, lists: 'own' });
    backend.rule(
      { call: 'RegisterSim', fate: cutAfter },
      { call: 'SaveSignature', fate: { isDone: true, reply: { status: 500 } } },
      { call: 'SaveIdDocument', times: 2, fate: cutAfter },
    );
    await submitAll(page, [{ name: 'Bheki' }]);
    await expectDelivered(page);
    expect(backend.documentNames('Bheki')).toHaveLength(1);
    expect(backend.calls('Bheki')).not.toContain('RemoveDocument');
  });
});

test.describe('a backend that refuses a form that it already has', () => {
  test.use({ capabilities: { honoursKeys: false, lists: 'all' } });

  test('has one form with signature and documents after ‘Send the rest’', {
    tag: '@core',
  }, async ({ backend, device }) => {
    const page = await openOutbox(device);
    await device.goOffline();
    await submitAll(page, [
      { name: 'Amahle' },
      { name: 'Bheki', kind: 'replacement', documents: ['idDocument', 'policeDocument'] },
      { name: 'Cindy' },
    ]);
    const already = { '': ['This SIM card is already registered.'] };
    const words: Fate = { reply: { status: 400, body: { errors: already } } };
    const conflict: Fate = { reply: { status: 409 } };
    // The backend refuses each repeat, even one that the browser makes by itself.
    backend.rule(
      { customer: 'Amahle', call: 'RegisterSim', fate: cutAfter },
      { customer: 'Amahle', call: 'RegisterSim', times: 99, fate: words },
      { customer: 'Bheki', call: 'ReplaceSim', fate: cutAfter },
      { customer: 'Bheki', call: 'ReplaceSim', times: 99, fate: conflict },
      { customer: 'Cindy', call: 'SaveSignature', fate: cutAfter },
      { customer: 'Cindy', call: 'SaveSignature', times: 99, fate: conflict },
    );
    await page.goto('/outbox');
    await device.goOnline();
    for (const name of ['Amahle', 'Bheki', 'Cindy']) {
      await expectStatus(page, name, 'Needs attention');
      await expect(rowOf(page, name)).toContainText('The server may already have this form.');
    }
    await expect(rowOf(page, 'Amahle')).toContainText('This SIM card is already registered.');

    // The agent presses 'Send the rest' in the list, in Details, and without signal.
    await rowOf(page, 'Amahle').getByRole('button', { name: 'Send the rest' }).click();
    await expectSent(page, 1);
    await openSubmission(rowOf(page, 'Bheki'));
    await expect(page.getByText('The server may already have this form.')).toBeVisible();
    await page.getByRole('button', { name: 'Send the rest' }).click();
    await expectDelivered(page);
    await expect(page.getByText('You said that the operator has this form.')).toBeVisible();
    await page.goto('/outbox');
    await device.goOffline();
    await rowOf(page, 'Cindy').getByRole('button', { name: 'Send the rest' }).click();
    await expectStatus(page, 'Cindy', 'Waiting to send');
    await device.goOnline();
    await expectSent(page, 3);

    expect(backend.forms.size).toBe(3);
    for (const [name, documents] of Object.entries({ Amahle: 1, Bheki: 2, Cindy: 1 })) {
      const form = backend.formOf(name);
      expect(form).toMatchObject({ calls: 1, signatures: 1 });
      expect(form?.documents).toHaveLength(documents);
    }
  });

  test('sends the form as it was changed: ‘Send the rest’ is gone once an answer was changed', async ({
    backend,
    device,
  }) => {
    const page = await openOutbox(device);
    await device.goOffline();
    await submitAll(page, [{ name: 'Dineo' }]);
    backend.rule(
      { customer: 'Dineo', call: 'RegisterSim', fate: cutAfter },
      { customer: 'Dineo', call: 'RegisterSim', times: 1, fate: { reply: { status: 409 } } },
    );
    await page.goto('/outbox');
    await device.goOnline();
    const rest = rowOf(page, 'Dineo').getByRole('button', { name: 'Send the rest' });
    await expect(rest).toBeVisible();
    await rowOf(page, 'Dineo').getByRole('button', { name: 'Correct' }).click();
    await goToSection(page, 'Customer');
    await fillTexts(page, { Surname: 'Zulu' });
    for (const name of ['Home', 'Outbox'])
      await page.getByRole('link', { name, exact: true }).first().click();
    await expectStatus(page, 'Dineo', 'Needs attention');
    await expect(rest).toHaveCount(0);
    await rowOf(page, 'Dineo').getByRole('button', { name: 'Correct' }).click();
    await goToSection(page, 'Review');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectDelivered(page);
    expect(backend.forms.size).toBe(1);
    expect(backend.requests('Dineo').at(-1)?.call).toBe('SaveIdDocument');
    expect(backend.formOf('Dineo')?.documents).toHaveLength(1);
  });
});

faultyTest(
  'the real backend stores everything once, over a network with many faults',
  { tag: '@core' },
  async ({ backend, device, road }) => {
    const page = await openOutbox(device);
    await device.goOffline();
    await submitAll(page, [
      { name: 'Amahle', documents: ['idDocument', 'idDocument'] },
      { name: 'Bheki', kind: 'replacement', documents: ['idDocument', 'policeDocument'] },
    ]);
    const faults: readonly (FaultKind | null)[] = [
      'resetAfter',
      'endAfter',
      null,
      'truncate',
      'twin',
      'resetInBody',
      'lateTwin',
      'html',
      null,
      'trickle',
      'status500',
    ];
    const sent = road.requests.length;
    road.follow(({ index }) => faults[index - sent] ?? null);
    await page.goto('/outbox');
    await device.goOnline();
    await expectSent(page, 2, 120_000);
    expect(road.total).toBeGreaterThanOrEqual(8);
    const stored = storedRegistrations(backend.dataDir);
    expect(stored.map(({ signatures, documents }) => [signatures, documents.length])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    for (const { documents } of stored)
      expect(new Set(documents.map(({ name }) => name)).size).toBe(2);
  },
);
