import { expect, type Page } from '@playwright/test';
import { unlessLeaving } from '../support/browser/device.ts';
import { drainEnds, WorkerControl } from '../support/browser/worker-control.ts';
import { tableRows } from '../support/disk/app-database.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { expectSection, fillTexts, goToSection } from '../support/form/form-filling.ts';
import {
  expectDelivered,
  expectSent,
  expectStatus,
  openOutbox,
  test,
} from './fixtures/outbox-test.ts';

// This backend ignores the keys, so every call that is sent twice shows.
test.use({ capabilities: { honoursKeys: false, lists: 'all' } });

const drainsHere = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
  });

test('two pages and the worker make each call once, and Submit in both makes one submission', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const names = ['Amahle', 'Bheki', 'Cindy', 'Dineo', 'Eva', 'Faith'];
  await submitAll(
    page,
    names.map((name) => ({ name })),
  );
  // One page drains by itself, as without Background Sync. The other page asks the worker, and the browser wakes the worker too.
  const second = await device.context.newPage();
  await drainsHere(second);
  await second.goto('/outbox');
  await page.goto('/outbox');
  const control = await WorkerControl.of(page);
  await device.goOnline();
  const hurry = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([
        control.sync(),
        ...[page, second].map((each) =>
          each.evaluate(() => {
            dispatchEvent(new Event('online'));
            document.dispatchEvent(new Event('visibilitychange'));
          }),
        ),
      ]);
      // This wait is for no event. The drain continues meanwhile, so that the next round meets it at another point.
      await page.waitForTimeout(60);
    }
  };
  await hurry();
  await expectSent(page, names.length);
  await expectSent(second, names.length);
  await drainEnds(page);
  for (const name of names)
    expect(backend.calls(name)).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  expect(backend.forms.size).toBe(names.length);

  // A page is reloaded or closed while it drains. The next page continues at once.
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  backend.rule({ customer: 'Grace', call: 'SaveSignature', until });
  await control.stopAll();
  await submitAll(second, [{ name: 'Grace' }]);
  await expect.poll(() => backend.calls('Grace')).toContain('SaveSignature');
  await second.goto('/outbox');
  letGo();
  // A lease lasts a minute. The next drain does not wait for the end of the dead page's lease.
  await expectSent(second, names.length + 1, 40_000);
  expect(backend.documentNames('Grace')).toHaveLength(1);

  // Submit, pressed twice in each of two tabs, makes one submission.
  const [id] = await seedDrafts(page, [{ name: 'Hope' }]);
  await Promise.all([page.goto(`/register/${id}`), second.goto(`/register/${id}`)]);
  const buttons = [page, second].map((each) =>
    each.getByRole('button', { name: 'Submit', exact: true }),
  );
  for (const button of buttons) await expect(button).toBeVisible();
  await Promise.all(
    [page, second].map((each) =>
      each.evaluate(() => {
        const submit = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Submit',
        );
        submit?.click();
        submit?.click();
      }),
    ),
  );
  // The second tab may learn of the Submit before its own press. Then it has no button any more, and says so.
  const ends = [page, second].map((each) => async () => {
    if (new URL(each.url()).pathname === `/captured/${id}`) return 'captured';
    return (await each.getByText('You have submitted this form').isVisible()) ? 'told' : 'open';
  });
  for (const end of ends) await expect.poll(end).not.toBe('open');
  expect(await Promise.all(ends.map((end) => end()))).toContain('captured');
  await page.goto(`/captured/${id}`);
  await expectDelivered(page);
  expect(backend.calls('Hope')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  expect(await tableRows(page, 'submissions')).toHaveLength(names.length + 2);
});

test('a form that another tab deletes or submits keeps one history entry, and an undo shows it again', async ({
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  const [id] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await page.goto(`/register/${id}`);
  await expectSection(page, 'Review');
  const depth = () => page.evaluate(() => history.state?.step?.depth);
  await expect.poll(depth).toBe(5);
  const other = await device.context.newPage();
  await other.goto(`/outbox/${id}`);
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This form is not here')).toBeVisible();
  await expect.poll(depth).toBe(0);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expectSection(page, 'Customer');

  // The other tab changes the form, so this tab shows it read-only. Then the other tab submits it.
  await goToSection(page, 'Address');
  await expect.poll(depth).toBe(2);
  await other.goto(`/register/${id}`);
  await goToSection(other, 'Customer');
  await fillTexts(other, { Surname: 'Zulu' });
  await expect(page.getByRole('button', { name: 'Edit it here' })).toBeVisible();
  await goToSection(other, 'Review');
  await other.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('You have submitted this form')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit it here' })).toHaveCount(0);
  await expect.poll(depth).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/outbox');
});

test('a tab of an older version releases the database for an upgrade, and can still send', async ({
  backend,
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle' }]);
  await page.goto('/outbox');
  // The app's next version opens the database while this tab is open.
  const upgraded = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('veld', 990);
        opening.onblocked = () => resolve('blocked');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          opening.result.close();
          resolve('upgraded');
        };
      }),
  );
  expect(upgraded).toBe('upgraded');
  // New versions only add to the database. So the old code finds all its data, in the open tab and after a reload.
  await expectStatus(page, 'Amahle', 'Waiting to send');
  await page.reload();
  await expectStatus(page, 'Amahle', 'Waiting to send');
  await device.goOnline();
  await expectSent(page, 1);
  expect(backend.calls('Amahle')).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  const version = await page.evaluate(async () => (await indexedDB.databases())[0]?.version);
  expect(version).toBe(990);
});

test.describe('a page in the back-forward cache', () => {
  test.use({ options: { keepsPages: true } });

  test('reloads when it is shown again, and blocks no drain meanwhile', async ({
    backend,
    device,
  }) => {
    const page = await openOutbox(device);
    await drainsHere(page);
    const [id] = await seedDrafts(page, [{ name: 'Amahle' }]);
    await page.goto(`/register/${id}`);
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    await expect(submit).toBeVisible();
    const wasKept = () => page.evaluate(() => sessionStorage.getItem('wasKept'));
    // The browser does not cache a page that is busy. So the test repeats until the page is idle.
    await expect(async () => {
      await page.evaluate(() => {
        Object.assign(window, { isMarked: true });
        sessionStorage.removeItem('wasKept');
        addEventListener('pageshow', ({ persisted }) => {
          sessionStorage.setItem('wasKept', String(persisted));
        });
      });
      await page.goto('about:blank');
      await page.goBack();
      await expect(submit).toBeVisible();
      await expect.poll(wasKept, { timeout: 2_000 }).toBe('true');
    }).toPass({ timeout: 120_000 });
    await expect.poll(() => unlessLeaving(page.evaluate(() => 'isMarked' in window))).toBe(false);
    await expect(submit).toBeVisible();

    await page.goto('about:blank');
    // Another tab submits the form meanwhile. So the cached page is out of date.
    const second = await device.context.newPage();
    await second.goto(`/register/${id}`);
    await second.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectDelivered(second);
    await page.goBack();
    await expect(page.getByText('This form is not here')).toBeVisible();
    await expect(submit).toBeHidden();

    // The page enters the cache in the middle of a call.
    let letGo = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    backend.rule({ customer: 'Bheki', call: 'SaveSignature', until });
    await submitAll(page, [{ name: 'Bheki' }]);
    await expect.poll(() => backend.calls('Bheki')).toContain('SaveSignature');
    await page.goto('about:blank');
    letGo();
    await second.goto('/outbox');
    await expectSent(second, 2);
    await page.goBack();
    await expectDelivered(page);
    expect(backend.documentNames('Bheki')).toHaveLength(1);
  });

  test('does not keep another page from opening the database', async ({ device }) => {
    const page = await openOutbox(device);
    // Like a first start that is left at once. The first page that opens the database must make the tables, but this page is already
    // frozen.
    await page.evaluate(async () => {
      const [{ version } = {}] = await indexedDB.databases();
      addEventListener('pagehide', () => {
        indexedDB.deleteDatabase('veld');
        indexedDB.open('veld', version);
      });
    });
    await page.goto('about:blank');
    const second = await device.context.newPage();
    await second.goto('/outbox');
    await expect(second.getByText('Nothing here yet')).toBeVisible({ timeout: 15_000 });
  });
});
