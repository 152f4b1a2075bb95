import { expect, type Page } from '@playwright/test';
import { seedDrafts, submitAll } from '../support/form/complete-draft.ts';
import { openOutbox, test } from './fixtures/outbox-test.ts';

/** Returns the pairs of texts in the page that overlap by more than the rounding of a pixel. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    /** True if the element is in a bar. A bar may cover text that scrolls below it. */
    const isInBar = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) ||
        isInBar(element.parentElement));
    /** The part of a box that no element around it cuts off. */
    const seen = (box: DOMRect, around: Element | null): DOMRect => {
      if (around === null) return box;
      if (getComputedStyle(around).overflow === 'visible') return seen(box, around.parentElement);
      const outer = around.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, outer.left), Math.max(box.top, outer.top)];
      const width = Math.min(box.right, outer.right) - left;
      const height = Math.min(box.bottom, outer.bottom) - top;
      return seen(
        new DOMRect(left, top, Math.max(0, width), Math.max(0, height)),
        around.parentElement,
      );
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { node: Node; text: string; box: DOMRect }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility() || isInBar(parent)) continue;
      if (parent.closest('.visually-hidden') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = seen(rect, parent);
        if (box.width > 1 && box.height > 1) texts.push({ node, text: node.textContent, box });
      }
    }
    const found: string[] = [];
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        const wide =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Lines of one paragraph may touch, because some letters reach up or down.
        if (
          one.node !== other.node &&
          wide > 2 &&
          high > 0.35 * Math.min(one.box.height, other.box.height)
        )
          found.push(`'${one.text}' and '${other.text}'`);
      }
    });
    return found;
  });

for (const width of [320, 360])
  test(`WCAG 1.4.4: no text lies over another at twice the text size, ${width} px wide`, async ({
    device,
  }) => {
    const page = await openOutbox(device);
    await seedDrafts(page, [{ name: 'Amahle' }]);
    await device.goOffline();
    await submitAll(page, [{ name: 'Bheki' }]);
    await page.setViewportSize({ width, height: 640 });
    for (const path of ['/outbox', '/', '/settings', '/ready', '/register']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      if (path === '/outbox') await expect(page.getByText('Bheki Nkosi')).toBeVisible();
      await expect.poll(() => overlaps(page), { message: path }).toEqual([]);
    }
  });
