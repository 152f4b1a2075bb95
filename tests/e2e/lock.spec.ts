import { expect, type Page } from '@playwright/test';
import { everythingIn, storedValue } from '../support/browser/page-watch.ts';
import { checkScreen } from '../support/browser/screen-check.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { WorkerControl } from '../support/browser/worker-control.ts';
import { attack } from '../support/disk/attacker.ts';
import { flipCaches } from '../support/disk/damaged-profile.ts';
import { randomCanary } from '../support/disk/profile-scan.ts';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import {
  addFile,
  expectSection,
  fileInput,
  fillTexts,
  goToSection,
  photo,
} from '../support/form/form-filling.ts';
import {
  button,
  codeGroups,
  expectLocked,
  PIN,
  setLock,
  unlock,
  unlockWithPin,
} from '../support/form/lock-setting.ts';
import { expectSent, openOutbox, rowOf, test } from './fixtures/outbox-test.ts';

const MINUTE = 60_000;

/** Acts as if the agent goes to another app ('hidden'), or comes back ('visible'). */
const become = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a lock is set with few taps; without the PIN no customer data is shown, and after it the work continues', {
  tag: '@core',
}, async ({ device }) => {
  const page = await device.installApp();
  const canary = randomCanary();
  await page.clock.install();
  await page.goto('/register');
  await fillTexts(page, { 'First name': canary });
  await page.waitForURL(/\/register\/.+/);
  const form = new URL(page.url()).pathname;
  await goToSection(page, 'Documents');
  await addFile(page, 'ID document', 'id.jpg', await photo(page, 900, 600));
  await goToSection(page, 'Address');
  await fillTexts(page, { 'Street or place': `Behind ${canary}` });

  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.evaluate(() => {
    const effort = { taps: 0, keys: 0 };
    Object.assign(window, { effort });
    // Enter in a field presses its button, with `detail` 0. That is no tap.
    addEventListener('click', ({ detail }) => {
      if (detail > 0) effort.taps += 1;
    });
    addEventListener('keydown', () => {
      effort.keys += 1;
    });
  });
  await page.getByRole('link', { name: /^Lock/ }).click();
  await checkScreen(page, 'Lock');
  await button(page, 'Set a PIN').click();
  await checkScreen(page, 'Set a PIN');
  await page.keyboard.type(PIN);
  await page.getByLabel('Type it again').click();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter');
  const groups = codeGroups(page);
  await expect(groups).toHaveCount(5);
  const [last] = (await groups.allTextContents()).slice(-1);
  await checkScreen(page, 'Recovery code');
  await button(page, 'I have written it down').click();
  await page.keyboard.type(last ?? '');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Turn lock off')).toBeVisible();
  const effort = await page.evaluate(() => (window as unknown as { effort: object }).effort);
  expect(effort).toEqual({ taps: 4, keys: 19 });
  await checkScreen(page, 'Settings, with a lock');

  // Loads the form's address again. Each page load locks the app.
  await page.goto(form);
  await expectLocked(page);
  await expect(page.getByLabel('PIN or password')).toBeFocused();
  expect(await everythingIn(page)).not.toContain(canary);
  await checkScreen(page, 'Locked');
  await unlock(page);
  await expectSection(page, 'Address');
  await expect(page.getByLabel('Street or place')).toHaveValue(`Behind ${canary}`);

  await test.step('the button locks at once', async () => {
    await page.getByLabel('Suburb or village').pressSequentially('Mzamo');
    await button(page, 'Lock now').click();
    await expectLocked(page);
    expect(await everythingIn(page)).not.toMatch(new RegExp(`${canary}|Mzamo`));
    expect(new URL(page.url()).pathname).toBe(form);
    await unlock(page);
    await expectSection(page, 'Address');
    await expect(page.getByLabel('Suburb or village')).toHaveValue('Mzamo');
  });

  await test.step('Veld locks after five minutes without a touch', async () => {
    await page.clock.fastForward(4 * MINUTE);
    await page.getByLabel('City or town').click();
    await page.clock.fastForward(4 * MINUTE);
    await expect(page.getByLabel('City or town')).toBeFocused();
    await page.clock.fastForward(MINUTE + 10_000);
    await expectLocked(page);
    await unlock(page);
  });

  await test.step('a hidden page is covered at once, and locked after two minutes', async () => {
    await become(page, 'hidden');
    expect(await page.evaluate(() => document.body.style.opacity)).toBe('0');
    await page.clock.fastForward(MINUTE);
    await become(page, 'visible');
    await expectSection(page, 'Address');
    expect(await page.evaluate(() => document.body.style.opacity)).toBe('');
    await become(page, 'hidden');
    await page.clock.fastForward(2 * MINUTE + 10_000);
    await become(page, 'visible');
    await expectLocked(page);
    await unlock(page);
  });

  await test.step('a photo of two and a half minutes does not lock', async () => {
    await goToSection(page, 'Documents');
    const picture = await photo(page, 900, 600);
    const chooser = page.waitForEvent('filechooser');
    await fileInput(page, 'ID document').click();
    await become(page, 'hidden');
    await page.clock.fastForward(2.5 * MINUTE);
    await become(page, 'visible');
    await (await chooser).setFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer: picture });
    await expect(button(page, 'Remove back.jpg')).toBeVisible();
  });

  await test.step('all tabs lock together, and a new tab gets the key from the others', async () => {
    const second = await device.context.newPage();
    await second.goto(form);
    await expectSection(second, 'Documents');
    await button(second, 'Lock now').click();
    await expectLocked(second);
    await expectLocked(page);
    expect(await everythingIn(page)).not.toContain(canary);
    await second.close();
    await unlock(page);
  });

  await test.step('an open page follows the minutes that another page has set', async () => {
    const second = await device.context.newPage();
    await openSettings(second, 'lock');
    await second.getByText('Lock after').first().click();
    await second.getByLabel('1 minute').click();
    await expect.poll(() => storedValue(second, 'lockMinutes')).toBe(1);
    await second.close();
    await page.clock.fastForward(MINUTE + 10_000);
    await expectLocked(page);
    await unlock(page);
  });

  await openSettings(page, 'lock');
  await unlock(page);
  await button(page, 'Turn lock off').click();
  await page.getByLabel('Your PIN or password now').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Set a PIN')).toBeVisible();
  await expect(button(page, 'Lock now')).toHaveCount(0);
  await page.goto(form);
  await expectSection(page, 'Documents');
});

test('wrong PINs cost time; the recovery code unlocks, and a reset first names the lost forms', async ({
  device,
}) => {
  const page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle' }]);
  await page.goto('/register');
  await fillTexts(page, { 'First name': 'Bheki' });
  await page.waitForURL(/\/register\/.+/);
  const code = await setLock(page);
  await button(page, 'Lock now').click();
  await expectLocked(page);
  await expect(page.getByText('1 waiting. It is sent while Veld is locked.')).toBeVisible();

  for (let wrong = 1; wrong <= 5; wrong += 1) {
    await unlockWithPin(page, '111222333');
    const answer = wrong < 5 ? page.getByText('That PIN is not right.') : page.getByRole('timer');
    await expect(answer).toBeVisible();
    await expect(page.getByLabel('PIN or password')).toHaveValue('');
  }
  await expect(page.getByRole('timer')).toHaveText(/^0:[23]\d$/);
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toHaveText(
    /^Unlock0:[23]\d$/,
  );
  await expect(button(page, 'Unlock')).toBeDisabled();
  await checkScreen(page, 'Locked, with a wait');
  // The right PIN must wait too, also in a new page that does not know of the wrong PINs.
  await page.reload();
  await expectLocked(page);
  await expect(page.getByRole('timer')).toBeVisible();
  await unlockWithPin(page);
  await expect(page.getByRole('timer')).toBeVisible();

  await test.step('the public screens stay usable and show no names', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Veld is locked' })).toBeVisible();
    expect(await everythingIn(page)).not.toMatch(/Amahle|Bheki/);
    await page.goto('/help/termsconditions');
    await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
    await page.goto('/outbox');
    await expectLocked(page);
  });

  await test.step('the recovery code unlocks', async () => {
    await button(page, 'Forgot PIN?').click();
    await page.getByLabel('Recovery code').fill(`${code.slice(0, -1)}!`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That is not the code.')).toBeVisible();
    await checkScreen(page, 'Recovery');
    await page.getByLabel('Recovery code').fill(code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByLabel('New PIN or password').fill('739164');
    await page.getByLabel('Type it again').fill('739164');
    expect(await everythingIn(page)).not.toMatch(/Amahle|Bheki/);
    await button(page, 'Save the PIN and unlock').click();
    await expect(rowOf(page, 'Bheki')).toBeVisible();
    await page.reload();
    await unlock(page, '739164');
    await expect(rowOf(page, 'Amahle')).toBeVisible();
  });

  await button(page, 'Lock now').click();
  await button(page, 'Forgot PIN?').click();
  await button(page, 'No code? Start again').click();
  await expect(page.getByText('1 submitted form is still sent.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /^Registration, draft, begun \d\d:\d\d$/,
  ]);
  await button(page, 'Delete and start again').click();
  await expect(page.getByText('Type the word first. Nothing is deleted yet.')).toBeVisible();
  await checkScreen(page, 'Start again');
  await page.getByLabel('Type DELETE to go on').fill('DELETE');
  await button(page, 'Delete and start again').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1 waiting');
  expect(await everythingIn(page)).not.toMatch(/Amahle|Bheki/);
  await openSettings(page, 'lock');
  await expect(button(page, 'Set a PIN')).toBeVisible();
});

// For a locked phone that loses its database or its private files: tests/sync/drain/lock-kills.slow.test.ts.
test('a locked phone without its caches still sends while no page is open', {
  tag: '@core',
}, async ({ backend, device }) => {
  const page = await openOutbox(device);
  const [draft] = await seedDrafts(page, [{ name: 'Amahle' }]);
  await setLock(page);
  await device.goOffline();
  await page.goto(`/register/${draft}`);
  await unlock(page);
  await goToSection(page, 'Review');
  await button(page, 'Submit').click();
  await expect(page.getByText('Saved. It will be sent when you are online.')).toBeVisible();
  await button(page, 'Lock now').click();
  await expectLocked(page);
  await device.switchOff();
  flipCaches(device.profile);
  const { storages, rows } = await attack(device.profile, `http://localhost:${backend.port}`);
  expect({
    files: storages.files > 0,
    caches: storages.caches > 0,
    buckets: storages.buckets > 0,
    submissions: rows.submissions > 0,
  }).toEqual({ files: true, caches: false, buckets: true, submissions: true });

  await device.switchOn();
  const empty = device.context.pages()[0] ?? (await device.context.newPage());
  const control = await WorkerControl.of(empty, `http://localhost:${backend.port}`);
  await expect(async () => {
    await control.sync();
    expect(backend.calls('Amahle').at(-1)).toBe('SaveIdDocument');
  }).toPass({ timeout: 60_000 });
  // Counts each key once: if the answer of a call was lost, the app repeats the call with the same key.
  const byKey = new Map(
    backend.requests('Amahle').map(({ call, headers }) => [headers['idempotency-key'], call]),
  );
  expect([...byKey.values()]).toEqual(['RegisterSim', 'SaveSignature', 'SaveIdDocument']);
  expect([...backend.forms.values()]).toMatchObject([{ calls: 1, documents: [{}] }]);
  expect(device.context.pages().map((each) => each.url())).toEqual(['about:blank']);
  const again = await device.open('/outbox');
  await expectLocked(again);
  await unlock(again);
  await expectSent(again, 1);
});
