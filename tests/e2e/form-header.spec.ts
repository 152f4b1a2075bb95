import { expect, type Page } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { expectSection } from '../support/form/form-filling.ts';
import { test } from './fixtures/test.ts';

/** Where the first section's parts are, in px from the top of the screen. */
const places = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`There is no ${selector}.`);
      return element.getBoundingClientRect();
    };
    const next = document.querySelector('button[type="submit"]')?.parentElement?.parentElement;
    return {
      /** The form's own top ends with the gap below the section's heading. */
      header: box('form fieldset').top,
      control: box('form label:has(input)').bottom,
      steps: [...document.querySelectorAll('nav button')].map((each) => {
        const { left, right, top, height } = each.getBoundingClientRect();
        const meets = (x: number) => each.contains(document.elementFromPoint(x, top + height / 2));
        const isWhole = meets(left + 1) && meets(right - 1);
        const isInReach = meets((left + right) / 2);
        return { left, right, height, isWhole, isInReach, isCurrent: each.ariaCurrent !== null };
      }),
      bar: { top: next?.getBoundingClientRect().top ?? 0, height: next?.clientHeight },
    };
  });

type Step = Awaited<ReturnType<typeof places>>['steps'][number];

/** All in sight, and wide enough for a thumb; only the one where the person is may lie partly under its neighbours. */
function expectSteps(steps: readonly Step[], count: number, width: number): void {
  expect(steps).toHaveLength(count);
  expect(Math.min(...steps.map((step) => step.left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps.map((step) => step.right))).toBeLessThanOrEqual(width);
  for (const step of steps) {
    expect(step.right - step.left, `${count} in ${width}`).toBeGreaterThanOrEqual(48);
    expect(step.height).toBeGreaterThanOrEqual(48);
    expect(step.isInReach).toBe(true);
    expect(step.isWhole || step.isCurrent, `${count} in ${width}`).toBe(true);
  }
}

test('the first control of a form is visible on every phone, also below the banner', async () => {
  const backend = await BackendProcess.start();
  const live = `http://veld.test:${backend.port}`;
  const device = new Device(backend.address, {
    args: [
      '--host-resolver-rules=MAP veld.test 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${live}`,
    ],
  });
  try {
    await device.switchOn();
    await device.context.route(/\/Info\/GetInfo$/, (route) => route.abort());
    const page = await device.open('about:blank');
    for (const [host, header] of [
      [live, 170],
      [backend.address, 245],
    ] as const)
      for (const [width, height] of [
        [360, 740],
        [320, 568],
        [640, 360],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`${host}/register`);
        await expectSection(page, 'Customer');
        await expect(page.getByText('Step 1 of 6', { exact: true })).toBeVisible();
        await expect(page.getByText('Online', { exact: true })).toBeVisible();
        const at = await places(page);
        const where = `${host} ${width} × ${height}`;
        expect(at.header, where).toBeLessThanOrEqual(header);
        expect(at.control, where).toBeLessThan(Math.min(height, at.bar.top));
        // In landscape the page needs the room: the buttons come at its end.
        if (height === 360) expect(at.bar.top, where).toBeGreaterThan(height);
        else expect(at.bar.height, where).toBeLessThanOrEqual(68);
        expectSteps(at.steps, 6, width);
        await page.getByLabel('Business', { exact: true }).check();
        await expect(page.getByText('Step 1 of 7', { exact: true })).toBeVisible();
        expectSteps((await places(page)).steps, 7, width);
      }
  } finally {
    await device.remove();
    await backend.remove();
  }
});
