import { expect, type Page } from '@playwright/test';
import { pageLives } from '../support/browser/device.ts';
import { test } from './fixtures/test.ts';

const screens = [
  ['/', 'Veld'],
  ['/help/termsconditions', 'Terms and Conditions - Veld'],
  ['/register', 'Register a SIM - Veld'],
  ['/replace', 'Replace a SIM - Veld'],
  ['/outbox', 'Outbox - Veld'],
  ['/outbox/00000000-0000-4000-8000-000000000000', 'Submission - Veld'],
  ['/settings', 'Settings - Veld'],
  ['/help/guide', 'Help - Veld'],
  ['/ready', 'Ready for the field - Veld'],
  ['/practise', 'Practise - Veld'],
] as const;

const canonical = (page: Page) => page.locator('head link[rel="canonical"]');

async function expectScreen(page: Page, origin: string, path: string, title: string) {
  await expect(page).toHaveTitle(title);
  await expect(canonical(page)).toHaveAttribute('href', `${origin}${path}`);
  await expect(canonical(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Navigates as the app itself does: the address changes, and no document is loaded. */
const navigate = (page: Page, to: string) =>
  page.evaluate((address) => history.pushState(null, '', address), to);

test('every path opens its screen, with its title and canonical link, by address and inside the app', async ({
  backend: { address },
  device,
}) => {
  const page = await device.open('/');
  for (const [path, title] of screens) {
    const answer = await page.goto(`${path}?from=a-link`);
    expect(answer?.status(), path).toBe(200);
    await expectScreen(page, address, path, title);
  }
  const undecodable = ['/%zz', '/foo/%', '/replace/%E0%A4%A'];
  for (const path of ['/home', '/nothing', '/help', '/register/a/b', '/HOME', ...undecodable]) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
    await expectScreen(page, address, '/', 'Veld');
  }
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  for (const [path, title] of screens.toReversed()) {
    await navigate(page, `${path}?from=inside`);
    await expectScreen(page, address, path, title);
  }
  for (const path of ['/home', '/nothing/here', ...undecodable]) {
    await navigate(page, '/settings');
    await expect(page).toHaveTitle('Settings - Veld');
    await navigate(page, path);
    await expect(page, path).toHaveURL('/');
    await expectScreen(page, address, '/', 'Veld');
  }
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test("'Code for the Home, Terms and Conditions and social-share areas is fetched on demand.'", async ({
  device,
}) => {
  const page = await device.open('about:blank');
  // A worker would fetch all code in advance, so no worker starts here.
  await device.context.route('**/ngsw-worker.js', (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const askedFor = (chunk: string) => asked.some((path) => path.startsWith(`/assets/${chunk}-`));
  const onDemand = () => ['home', 'terms-conditions', 'social-share'].map(askedFor);

  await page.goto('/outbox', { waitUntil: 'networkidle' });
  expect(onDemand()).toEqual([false, false, false]);
  await page.goto('/help/termsconditions', { waitUntil: 'networkidle' });
  expect(onDemand()).toEqual([false, true, false]);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(onDemand()).toEqual([true, true, false]);
  await page.goto('/help/guide', { waitUntil: 'networkidle' });
  expect(onDemand()).toEqual([true, true, true]);
});

test('a fragment scrolls to its element after 100 ms, unless it is visible; without one, to the top', async ({
  device,
}) => {
  // Makes the link slow. The navigation ends only when the screen's code is loaded.
  await device.switchOn();
  await device.context.route(/assets\/terms-conditions-.*js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const page = await device.open('/outbox');
  await expect(page).toHaveTitle('Outbox - Veld');
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const topOf = (id: string) =>
    page.evaluate((wanted) => document.getElementById(wanted)?.getBoundingClientRect().top, id);

  // The browser itself does not scroll here: the address changes by script.
  const took = await page.evaluate(async () => {
    const started = performance.now();
    const moved = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    history.pushState(null, '', '/help/termsconditions#privacy');
    await moved;
    return performance.now() - started;
  });
  expect(took).toBeGreaterThanOrEqual(1_100);
  await expect.poll(() => topOf('privacy')).toBeLessThan(120);

  // The heading of that section is fully in view, so the page does not move.
  const before = await scrolled();
  await navigate(page, '#privacy-title');
  await pageLives(page, 300);
  expect(await scrolled()).toBe(before);

  await navigate(page, '#there-is-no-such-place');
  await expect.poll(scrolled).toBe(0);

  // A real link, from the list of contents.
  await page.getByRole('link', { name: /Why the law asks/ }).click();
  await expect(page).toHaveURL(/#rica$/);
  await expect.poll(() => topOf('rica')).toBeLessThan(120);
  await pageLives(page, 300);
  expect(await topOf('rica')).toBeLessThan(120);
});

test("'Scroll position restoration is disabled.': a reload starts at the top", async ({
  device,
}) => {
  const page = await device.openApp('/help/termsconditions');
  await expect(page.getByText('In Development')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 800));
  await page.reload();
  await expect(page.getByText('In Development')).toBeVisible();
  await pageLives(page, 300);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("'Scroll position restoration is disabled.': going back starts at the top", async ({
  device,
}) => {
  const page = await device.openApp('/help/termsconditions');
  // This text is not in the HTML, so the app itself is running.
  await expect(page.getByText('In Development')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 1_500));
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle('Settings - Veld');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Terms and Conditions - Veld');
  await pageLives(page, 300);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
