import { expect } from '@playwright/test';
import { test } from './engine-test.ts';

/** Runs in the page. Returns the elements that reach beyond the right edge of the screen. */
function overflowing(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return Array.from(document.querySelectorAll('body *'))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`);
}

for (const [width, isDark] of [
  [360, false],
  [320, true],
] as const)
  test.describe(`${width} px wide, ${isDark ? 'dark' : 'light'}`, () => {
    test.use({ phoneOptions: { width, isDark } });

    test('no element is wider than the screen', async ({ phone }) => {
      for (const path of ['/', '/register', '/replace', '/outbox', '/settings']) {
        await phone.open(path);
        await phone.sees(/\w/);
        expect(await phone.run(() => innerWidth, undefined)).toBe(width);
        expect(await phone.run(overflowing, undefined), path).toEqual([]);
      }
      await phone.open('/register');
      for (const section of ['SIM card', 'Address', 'Documents', 'Sign', 'Review']) {
        await phone.press(section, 'section');
        expect(await phone.run(overflowing, undefined), section).toEqual([]);
      }
      const [red = 0] = await phone.run(
        () =>
          getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ??
          [],
        undefined,
      );
      expect(red > 127).toBe(!isDark);
    });
  });
