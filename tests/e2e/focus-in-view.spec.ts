import { expect, type Page } from '@playwright/test';
import { holdCode } from '../support/browser/held-code.ts';
import { openReview } from '../support/form/complete-draft.ts';
import { customer, expectSection, goToSection, pressNext } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

const forms = {
  '/register': ['Customer', 'Business', 'SIM card', 'Address', 'Documents', 'Sign', 'Review'],
  '/replace': ['Customer', 'SIM card', 'Documents', 'Sign', 'Review'],
} as const;

/**
 * Returns the focused control if a bar or the screen's edge covers a part of it. Returns null if the whole control is in view, or if the
 * control is higher than the space between the bars. For an input without its own size, its label is checked. An empty page is a second
 * label of a file input, and need not be in view.
 */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const label = focused.closest('label') ?? document.querySelector(`label[for="${focused.id}"]`);
    const isSmall = focused.getBoundingClientRect().width < 2;
    const seen = isSmall ? (label ?? focused) : focused;
    const { left, right, top, bottom } = seen.getBoundingClientRect();
    const isBar = (element: Element): boolean =>
      ['sticky', 'fixed'].includes(getComputedStyle(element).position);
    const bars = [...document.querySelectorAll('*')].filter(
      (element) => isBar(element) && !element.contains(focused) && element.checkVisibility(),
    );
    const name = focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent;
    const covering = bars.filter((bar) => {
      const box = bar.getBoundingClientRect();
      return (
        box.height > 0 &&
        box.left < right - 1 &&
        box.right > left + 1 &&
        box.top < bottom - 1 &&
        box.bottom > top + 1
      );
    });
    const isOut = top < -1 || bottom > innerHeight + 1;
    if (covering.length === 0 && !isOut) return null;
    const room =
      innerHeight - bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    if (bottom - top > room && top >= -1) return null;
    return `${focused.tagName} '${name?.slice(0, 40)}' ${Math.round(top)} to ${Math.round(bottom)}${isOut ? ' out of the screen' : ''}${covering
      .map((bar) => ` under ${bar.tagName}.${bar.className}`)
      .join('')}`;
  });

/** Waits until the focused control is in view. The page needs a moment to scroll there. */
const expectInView = (page: Page, where: string): Promise<void> =>
  expect.poll(() => coveredFocus(page), { message: where }).toBeNull();

for (const [width, height] of [
  [320, 568],
  [360, 740],
  [360, 420],
] as const)
  for (const [path, sections] of Object.entries(forms))
    test(`WCAG 2.4.11: nothing covers the control that has the focus, ${path} at ${width} × ${height}`, async ({
      device,
    }) => {
      const page = await device.openApp(path);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.getByLabel('Business', { exact: true }).check();
      for (const section of sections) {
        await goToSection(page, section);
        const next = page.getByRole('button', { name: section === 'Review' ? 'Submit' : 'Next' });
        if (section !== 'Review') {
          await pressNext(page);
          // The focus is at the first answer that is missing.
          await expectInView(page, `${section}, after 'Next'`);
        }
        await page.getByRole('heading', { level: 2, name: section, exact: true }).focus();
        let presses = 0;
        for (; presses < 60; presses += 1) {
          await page.keyboard.press('Tab');
          await expectInView(page, `${section}, Tab ${presses + 1}`);
          if (await next.evaluate((button) => button === document.activeElement)) break;
        }
        expect(presses, `${section} was left by Tab`).toBeLessThan(60);
      }
    });

test('the focus is at the heading of a form, of Captured and of Details that the agent opens', async ({
  device,
}) => {
  const page = await device.installApp();
  await openReview(page);
  await page.goto('/');
  await page.getByRole('link', { name: customer.firstName }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Review' })).toBeFocused();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  // The row of a sent form has no name.
  await page.getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByText('History')).toBeVisible();
  await expect(heading).toBeFocused();
});

test('code that arrives after ‘Next’ moves nothing: the fields stay in their places', async ({
  device,
}) => {
  await device.switchOn();
  // Playwright cannot hold files that the worker serves. So no worker starts here.
  await device.context.route('**/ngsw-worker.js', (route) => route.abort());
  const page = await device.open('about:blank');
  await page.setViewportSize({ width: 320, height: 900 });
  const lazyParts = /\/lazy-parts-entry-[^/]*\.js$/;
  const release = await holdCode(page, lazyParts);
  const asked = page.waitForRequest(lazyParts);
  await page.goto('/register');
  await expectSection(page, 'Customer');
  await pressNext(page);
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  const field = page.getByLabel('First name', { exact: true });
  await expect(field).toBeFocused();
  // At the top of the page, the browser does no scroll anchoring.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectInView(page, 'before the code');
  const before = await field.boundingBox();
  const address = (await asked).url();
  release();
  // Resolves after the app's own import of the same file, and one drawn frame later.
  await page.evaluate(async (file) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    // The app loads the classic scripts of the file first.
    const isThere = ({ src }: HTMLScriptElement): boolean =>
      Reflect.has(window, `$${/([a-z]+)-[^/]*$/.exec(src)?.[1]}`);
    const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('head > script[src]')];
    while (
      !scripts()
        .filter(({ type }) => type !== 'module')
        .every(isThere)
    )
      await nextFrame();
    await import(file);
    for (let frame = 0; frame < 2; frame += 1) await nextFrame();
  }, address);
  await expectInView(page, 'after the code');
  expect(await field.boundingBox()).toEqual(before);
});
