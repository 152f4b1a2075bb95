import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { atRest } from '../server/stored-forms.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrast = ['color-contrast', 'color-contrast-enhanced'];
const narrow = 320;
const target = 48;

/** Choices in one strip and 'Correct' in a row are at least 44 px high, and the segments of seven sections 37 px wide. */
const compact = { '[data-strip] *': 44, 'li [class*="action-"]': 44, 'nav ol button': 37 };

/** Returns controls that are too small for a thumb: less than 48 px in one direction. Links in a text, such as the status, do not count. */
const smallTargets = (page: Page) =>
  page.evaluate(
    ([most, smaller]) => {
      const leastOf = (element: Element) =>
        Object.entries(smaller).find(([selector]) => element.matches(selector))?.[1] ?? most;
      const wanted =
        'button, select, textarea, summary, nav a, header a:not([role=status] a), a[class*="button"], canvas, label:has(input[type=checkbox], input[type=radio], input[type=file]), input:not([type=checkbox], [type=radio], [type=file], [type=hidden])';
      return [...document.querySelectorAll<HTMLElement>(wanted)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(
          ({ element, box }) =>
            box.width > 1 && Math.min(box.width, box.height) < leastOf(element) - 0.5,
        )
        .map(
          ({ element, box }) =>
            `${element.tagName} '${element.innerText}' ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
    },
    [target, compact] as const,
  );

/** Returns the elements that reach beyond a screen of 320 px. */
const overflow = (page: Page) =>
  page.evaluate((width) => {
    // A person can reach the content of a row that scrolls sideways.
    const scrolls = (element: HTMLElement): boolean => {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (getComputedStyle(around).overflowX === 'auto') return true;
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { right, width: own } = element.getBoundingClientRect();
        return own > 1 && right > width + 1 && !scrolls(element) && element.checkVisibility();
      })
      .map(
        (element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`,
      );
  }, narrow);

/** Checks one screen in its present state: axe in light and dark; targets; 320 px; 320 px with text twice as large. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const found: Record<string, unknown> = {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await atRest(page);
    // The legacy mode finds the same in a page without frames. It needs no second page, which took half of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Only colours differ between light and dark.
    if (colorScheme === 'dark') axe.withRules(contrast);
    else
      axe.withTags(standards).options({ rules: { 'color-contrast-enhanced': { enabled: true } } });
    const { violations } = await axe.analyze();
    if (violations.length > 0)
      found[`axe, ${colorScheme}`] = violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      ]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const small = await smallTargets(page);
  if (small.length > 0) found['small targets'] = small;
  await page.setViewportSize({ width: narrow, height: 640 });
  const wide = await overflow(page);
  if (wide.length > 0) found['beyond 320 px'] = wide;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const wider = await overflow(page);
  if (wider.length > 0) found['beyond 320 px, text at 200 %'] = wider;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 360, height: 740 });
  expect.soft(found, name).toEqual({});
}

/** Returns axe's findings in light and in dark, after all animations have ended. The contrast must be AAA, 7:1. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ rules: { 'color-contrast-enhanced': { enabled: true } } });
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ failureSummary }) => `${colorScheme}: ${id}: ${failureSummary}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Presses Tab until the control of this role and name has the focus, as a person without a pointer does. */
export async function tabTo(
  page: Page,
  role: 'textbox' | 'button' | 'combobox' | 'radio' | 'checkbox' | 'link',
  name: string,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}
