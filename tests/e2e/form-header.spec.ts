import { expect, type Page } from '@playwright/test';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { Device } from '../support/browser/device.ts';
import { putRow } from '../support/disk/app-database.ts';
import { expectSection, fillTexts, goToSection } from '../support/form/form-filling.ts';
import { madeUpRow, seedOutbox } from '../support/world/seeded-outbox.ts';
import { test } from './fixtures/test.ts';

/** The positions of the first section's parts, in px from the top of the screen. */
const places = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`There is no ${selector}.`);
      return element.getBoundingClientRect();
    };
    return {
      /** The form's header ends with the gap below the section's heading. */
      header: box('form fieldset').top,
      control: box('form fieldset :is(button, input, select, textarea)').top,
      end: box('form').bottom,
      steps: [...document.querySelectorAll('nav ol button')].map((each) => {
        const { left, right, top, width, height } = each.getBoundingClientRect();
        const meets = (x: number) => each.contains(document.elementFromPoint(x, top + height / 2));
        return { left, right, width, height, isWhole: meets(left + 1) && meets(right - 1) };
      }),
      bar: box('[data-bar]:has(button[type="submit"])'),
    };
  });

type Step = Awaited<ReturnType<typeof places>>['steps'][number];

/** Checks that all steps are in view, not covered, and wide enough for a thumb. */
function expectSteps(steps: readonly Step[], count: number, width: number, least: number): void {
  expect(steps).toHaveLength(count);
  expect(Math.min(...steps.map((step) => step.left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps.map((step) => step.right))).toBeLessThanOrEqual(width);
  for (const step of steps) {
    expect(step.width, `${count} in ${width}`).toBeGreaterThanOrEqual(least);
    expect(step.height).toBeGreaterThanOrEqual(48);
    expect(step.isWhole, `${count} in ${width}`).toBe(true);
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
    for (const host of [live, backend.address])
      for (const [width, height, ofSix, ofSeven] of [
        [360, 740, 51, 43],
        [320, 568, 44, 37],
        [640, 360, 51, 48],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`${host}/register`);
        await expectSection(page, 'Customer');
        await expect(page.getByText('Step 1 of 6', { exact: true })).toBeVisible();
        const where = `${host} ${width} × ${height}`;
        // The page's HTML is shown before the app knows its host.
        const words = page.getByText('In Development', { exact: true });
        if (host !== live) await expect(words).toBeVisible();
        // At 320 px the banner has two lines.
        const banner = host === live ? 0 : width === 320 ? 32 : 28;
        const at = await places(page);
        expect(at.header - banner, where).toBeLessThanOrEqual(133);
        expect(at.control - banner, where).toBeLessThanOrEqual(160);
        // In landscape the page needs the space, so the buttons are at its end.
        if (height === 360) expect(at.bar.top, where).toBeGreaterThan(height);
        else expect(at.bar.height, where).toBeLessThanOrEqual(68);
        // The button for a card or book takes 68 px, and saves typing three answers.
        if (width === 360) expect(at.end - banner + at.bar.height, where).toBeLessThanOrEqual(968);
        expectSteps(at.steps, 6, width, ofSix);
        await page.getByLabel('Business', { exact: true }).check();
        await expect(page.getByText('Step 1 of 7', { exact: true })).toBeVisible();
        await page.evaluate(() => scrollTo(0, 0));
        expectSteps((await places(page)).steps, 7, width, ofSeven);
        await goToSection(page, 'Address');
        const { end, bar } = await places(page);
        if (width === 360) expect(end - banner + bar.height, where).toBeLessThanOrEqual(740);
      }
  } finally {
    await device.remove();
    await backend.remove();
  }
});

test('the header of a form stays low in every state', async ({ device }) => {
  const banner = 28;
  const page = await device.openApp('/register');
  const expectLow = async (state: string) =>
    expect((await places(page)).header - banner, state).toBeLessThanOrEqual(150);
  await expectSection(page, 'Customer');
  await fillTexts(page, { 'First name': 'Thandi' });
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectLow('saved');
  // The server answered 401, one form waits, and one form was refused.
  await seedOutbox(page, [madeUpRow(7, 'rejected'), madeUpRow(14, 'queued')]);
  await putRow(page, 'device', {
    key: 'hold',
    value: { reason: 'auth', since: 0, nextProbeAt: 0, httpStatus: 401, tries: 1 },
  });
  await page.reload();
  await expect(page.getByText('1 refused')).toBeAttached();
  await expectSection(page, 'Customer');
  await expectLow('refused and paused');
  await device.goOffline();
  await expect(page.getByText('Offline', { exact: true })).toBeAttached();
  await expectLow('offline');
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'UnknownError');
    };
  });
  await fillTexts(page, { Surname: 'Nkosi' });
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  const { y = 0, height = 0 } =
    (await page.getByText('Not saved', { exact: true }).boundingBox()) ?? {};
  expect(y + height - banner).toBeLessThanOrEqual(56);
});

test('on a wide screen, the sections are at the left and the answers in two columns', async ({
  device,
}) => {
  const page = await device.openApp('/register');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectSection(page, 'Customer');
  // The prerendered form has been replaced.
  await expect(page.getByText('In Development')).toBeVisible();
  const boxOf = async (label: string) => {
    const box = await page.getByLabel(label, { exact: true }).boundingBox();
    if (box === null) throw new Error(`There is no ${label}.`);
    return box;
  };
  const sections = await boxOf('Sections');
  const [first, surname, idNumber] = [
    await boxOf('First name'),
    await boxOf('Surname'),
    await boxOf('ID number'),
  ];
  expect(sections.x + sections.width).toBeLessThanOrEqual(first.x);
  expect(surname.y).toBe(first.y);
  expect(surname.x).toBeGreaterThanOrEqual(first.x + first.width);
  expect(idNumber.x).toBe(surname.x);
  // The buttons are right under the last answer.
  const add = await page.getByRole('button', { name: 'Add a telephone or email' }).boundingBox();
  const next = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox();
  expect((next?.y ?? 0) - (add?.y ?? 0) - (add?.height ?? 0)).toBeLessThan(48);
});
