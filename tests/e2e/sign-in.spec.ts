import { expect, type Page } from '@playwright/test';
import { builtWith } from '../support/app/built-app.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { PageWatch, storedValue } from '../support/browser/page-watch.ts';
import { openSettings } from '../support/browser/settings-page.ts';
import { test } from './fixtures/test.ts';
import { thirdParties } from './fixtures/third-parties.ts';

const script = 'https://accounts.google.com/gsi/client';

const claims = {
  email: 'agent@example.co.za',
  given_name: 'Nomsa',
  family_name: 'Ngcobo',
  picture: 'https://lh3.googleusercontent.com/a/photo',
};
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const idToken = `${base64url({ alg: 'RS256' })}.${base64url(claims)}.signature`;

/** A stand-in for the provider's script, with the parts that the app uses. */
const standIn = `
  const said = {};
  globalThis.google = { said, accounts: {
    id: {
      initialize(options) { said.clientId = options.client_id; this.options = options; },
      renderButton(place) {
        const button = document.createElement('button');
        button.textContent = 'Sign in with Google';
        button.onclick = () => this.options.callback({ credential: '${idToken}', select_by: 'btn' });
        place.append(button);
      },
      prompt() {}, cancel() {}, disableAutoSelect() {},
    },
    oauth2: {
      initCodeClient(options) {
        said.scope = options.scope;
        return { requestCode: () => options.callback({ code: '4/one-time-code' }) };
      },
      hasGrantedAllScopes: () => true,
    },
  } };
`;

const session = async (page: Page) => {
  const keys = ['AuthToken', 'RefreshToken', 'UserId', 'FirstName', 'Surname', 'ProfileImageUrl'];
  const truth = await Promise.all(keys.map((key) => storedValue(page, key)));
  const copy = await page.evaluate((all) => all.map((key) => localStorage.getItem(key)), keys);
  return { truth, copy };
};

test('only the sign-in page loads the provider’s script, and the sign-in is known offline until signing out', async () => {
  const backend = await BackendProcess.start({
    VELD_DIST_DIR: await builtWith(thirdParties),
  });
  const device = new Device(backend.address);
  try {
    await device.switchOn();
    const watch = await PageWatch.of(device.context);
    let asked = 0;
    let isReachable = false;
    await device.context.route(/^https:\/\/[^/]*google/, (route) => {
      if (!isReachable || route.request().url() !== script) return route.abort();
      return route.fulfill({ contentType: 'application/javascript', body: standIn });
    });
    device.context.on('request', (request) => {
      if (new URL(request.url()).host === 'accounts.google.com') asked += 1;
    });
    const page = await device.installApp();
    for (const path of ['/help/termsconditions', '/register', '/replace', '/outbox', '/settings']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('In Development')).toBeVisible();
    }
    expect(asked).toBe(0);
    expect(watch.complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);

    // The browser cannot reach the provider. The page says so, and names the next step.
    await openSettings(page, 'sign-in');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page.getByText('Could not reach Google. Try again with signal.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to settings' }).click();

    isReachable = true;
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page).toHaveTitle('Sign in - Veld');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText('Signed in as Nomsa Ngcobo.')).toBeVisible();
    await expect(page).toHaveURL('/settings/sign-in');
    const signedIn = {
      RefreshToken: null,
      rest: [0, claims.given_name, claims.family_name, claims.picture],
    };
    await expect
      .poll(async () => (await session(page)).truth)
      .toEqual([idToken, signedIn.RefreshToken ?? undefined, ...signedIn.rest]);

    await page.getByRole('link', { name: 'Allow offline access' }).click();
    const allow = page.getByRole('button', { name: 'Allow offline access' });
    await expect(allow).toBeVisible();
    // The app asks for profile and email, each once, and for nothing else.
    await expect
      .poll(async () => {
        const scope = await page.evaluate(() => Reflect.get(window, 'google')?.said.scope);
        return scope?.trim().split(' ').toSorted();
      })
      .toEqual(['email', 'openid', 'profile']);
    await allow.click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Allow offline access' })).toHaveCount(0);
    await expect
      .poll(() => session(page))
      .toEqual({
        truth: [idToken, '4/one-time-code', 0, 'Nomsa', 'Ngcobo', claims.picture],
        copy: [idToken, '4/one-time-code', '0', 'Nomsa', 'Ngcobo', claims.picture],
      });

    await device.goOffline();
    await page.reload();
    await expect(page.getByText('Signed in as Nomsa Ngcobo.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in with Google' })).toBeVisible();
    await expect
      .poll(() => session(page))
      .toEqual({
        truth: [null, null, 0, null, null, ''],
        copy: [null, null, '0', null, null, ''],
      });

    // Without signal, the page stays in the app, and says that it needs signal.
    isReachable = false;
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page.getByText('Could not reach Google. Try again with signal.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign-in' })).toBeVisible();
  } finally {
    await device.remove();
    await backend.remove();
  }
});
