/**
 * `npm run count`: counts the taps, keys and swipes of one registration, in the real browser on a phone of 360 × 740. The first count
 * is a phone's first customer, from Home to 'Captured'. The second one is the next customer, from 'Next customer' to 'Captured'. Their
 * SIM card is from the same box. The phone offers the street, the place and the number's beginning. Both sides of the card are
 * photographed. A third customer signs in the customer's view, whose taps are counted separately. A second phone has permission for
 * the camera. It scans the card and the SIM pack instead of typing, and takes the photos inside Veld.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { drawFilms, type FilmName } from '../e2e/fixtures/scan-films.ts';
import { atLiveAddress } from '../support/app/static-site.ts';
import { customer, drawSignature, expectSection, photo } from '../support/form/form-filling.ts';
import { engineVersion, findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

/** The taps in the phone's camera app: release, then OK. */
const CAMERA_TAPS = 2;
/** The distance by which one swipe moves the page, px. */
const SWIPE = 450;

/** A thumb that counts its taps, keys and swipes. */
class Thumb {
  readonly #page: Page;
  taps = 0;
  keys = 0;
  swipes = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async #swipe(): Promise<void> {
    const hasMoved = await this.#page.evaluate((by) => {
      const before = scrollY;
      scrollBy({ top: by, behavior: 'instant' });
      return scrollY !== before;
    }, SWIPE);
    if (!hasMoved) throw new Error('The thumb cannot reach the control.');
    this.swipes += 1;
    // Waits until the page rests. A tap on a moving page only stops it.
    await this.#page.waitForTimeout(500);
  }

  /** True if a finger at the middle of the target would hit it: it is visible, and no bar covers it. */
  #isInReach(target: Locator): Promise<boolean> {
    return target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      return met !== null && (element.contains(met) || met.contains(element));
    });
  }

  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    while (!(await this.#isInReach(target))) await this.#swipe();
  }

  async tap(target: Locator): Promise<void> {
    await this.reach(target);
    await target.tap({ timeout: 5000 });
    this.taps += 1;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Presses the keyboard's Enter key, which moves on. */
  async enter(): Promise<void> {
    await this.#page.keyboard.press('Enter');
    this.keys += 1;
  }

  /** Swipes to the end of the page. */
  async readToTheEnd(): Promise<void> {
    const isAtEnd = () =>
      this.#page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    while (!(await isAtEnd())) await this.#swipe();
  }
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const withoutSpaces = (text: string) => text.replaceAll(' ', '');

/** Taps an empty place, which opens the camera. */
async function takePhoto(page: Page, thumb: Thumb, side: 'Front' | 'Back'): Promise<void> {
  const bytes = await photo(page);
  const place = page.locator('label').filter({ hasText: new RegExp(`^${side}$`) });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), thumb.tap(place)]);
  await chooser.setFiles({ name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: bytes });
  thumb.taps += CAMERA_TAPS;
  await button(page, `Remove ${side}.jpg`).waitFor();
}

/** Takes both sides with the camera inside Veld. `isOpen`: it took the last customer's photos, so it opens by itself. */
async function takePhotos(page: Page, thumb: Thumb, isOpen: boolean): Promise<void> {
  if (!isOpen) await thumb.tap(page.locator('label').filter({ hasText: /^Front$/ }));
  for (const side of ['Front', 'Back']) {
    await page.getByRole('heading', { level: 2, name: side }).waitFor();
    await thumb.tap(button(page, 'Take'));
  }
}

/** The customer agrees and signs on the phone that the agent turned to them. */
async function signInView(page: Page): Promise<Thumb> {
  const thumb = new Thumb(page);
  const view = page.getByRole('dialog');
  await thumb.tap(button(page, 'Turn the phone to the customer'));
  await thumb.tap(view.getByRole('button', { name: 'I agree', exact: true }));
  await drawSignature(page, view);
  await thumb.tap(view.getByRole('button', { name: 'Done', exact: true }));
  await thumb.tap(view.getByRole('button', { name: 'Give the phone back', exact: true }));
  return thumb;
}

/** The film in the camera: a card's barcode, a pack's barcode, or a card's side for a photo. */
type Filmed = 'card' | 'pack' | 'side';

/** The person types, or shows the camera a card and then a pack. */
type Input = Readonly<{ simCardNumber: string }> | Readonly<{ scan: (of: Filmed) => void }>;

/** Taps 'Scan'. The first scan on a phone without a detector also fetches the decoder. */
async function openScanner(page: Page, thumb: Thumb): Promise<void> {
  await thumb.tap(button(page, 'Scan a card or book'));
  const fetchIt = button(page, 'Get the scanner');
  const take = button(page, 'Take this');
  await fetchIt.or(take).waitFor();
  if (await fetchIt.isVisible()) {
    await thumb.tap(fetchIt);
    await take.waitFor();
  }
}

/** Scans the card. That completes the section, so the form moves on by itself. Then the camera looks for the SIM pack. */
async function scanCustomer(page: Page, thumb: Thumb, scan: (of: Filmed) => void) {
  scan('card');
  await thumb.tap(page.getByRole('button', { name: customer.title, exact: true }).first());
  await openScanner(page, thumb);
  // The camera opens again as soon as the scan of the card is taken.
  scan('pack');
  await thumb.tap(button(page, 'Take this'));
  await expectSection(page, 'SIM card');
  await thumb.tap(button(page, 'Take this'));
}

async function typeCustomer(page: Page, thumb: Thumb): Promise<void> {
  await thumb.tap(page.getByRole('button', { name: customer.title, exact: true }).first());
  await thumb.tap(label(page, 'First name'));
  await thumb.type(customer.firstName);
  await thumb.enter();
  await thumb.type(customer.surname);
  await thumb.enter();
  await thumb.type(customer.idNumber);
  await thumb.tap(button(page, 'Next'));
}

async function typeSim(page: Page, thumb: Thumb, simCardNumber: string): Promise<void> {
  // The phone offers the beginning of the number.
  const start = page
    .getByRole('group', { name: 'How the number begins' })
    .getByRole('button')
    .first();
  const begun = (await start.innerText()).replace(/\D/g, '');
  await thumb.tap(start);
  await thumb.type(withoutSpaces(simCardNumber).slice(begun.length));
  await thumb.enter();
}

/**
 * `isFirst`: the phone cannot offer a street or a place yet. `isInView`: the customer signs in the customer's view, whose taps are
 * counted separately.
 */
async function register(
  page: Page,
  begin: Locator,
  input: Input,
  { isFirst = false, isInView = false }: Readonly<{ isFirst?: boolean; isInView?: boolean }>,
): Promise<Thumb> {
  const thumb = new Thumb(page);
  await thumb.tap(begin);

  await expectSection(page, 'Customer');
  if ('scan' in input) await scanCustomer(page, thumb, input.scan);
  else {
    await typeCustomer(page, thumb);
    await expectSection(page, 'SIM card');
    await typeSim(page, thumb, input.simCardNumber);
  }

  await expectSection(page, 'Address');
  // The camera may open by itself in the next section.
  if ('scan' in input) input.scan('side');
  if (isFirst) {
    await thumb.tap(label(page, 'Street or place'));
    await thumb.type(customer.street);
    await thumb.enter();
    await thumb.type(customer.suburb);
    await thumb.enter();
    await thumb.type(customer.city);
    await thumb.enter();
  } else {
    // The phone offers the last streets, each with its place.
    await thumb.tap(button(page, `${customer.street}, ${customer.suburb}`));
    await thumb.tap(button(page, 'Next'));
  }

  // The heading is behind the camera if it opened by itself.
  if (isFirst || !('scan' in input)) await expectSection(page, 'Documents');
  if ('scan' in input) await takePhotos(page, thumb, !isFirst);
  else {
    await takePhoto(page, thumb, 'Front');
    await takePhoto(page, thumb, 'Back');
  }

  // After the last good photo the form moves on by itself.
  await expectSection(page, 'Sign');
  // The phone has looked for the location since the form began.
  await page.getByText(/Location found/).waitFor();
  if (isInView) {
    const { taps } = await signInView(page);
    console.log(`signing in the customer's view: ${taps} taps`);
  } else {
    await thumb.tap(page.getByText('The customer agrees to the terms and conditions').first());
    await thumb.reach(label(page, 'Signature'));
    await drawSignature(page);
    await thumb.tap(button(page, 'Next'));
  }

  await expectSection(page, 'Review');
  await thumb.readToTheEnd();
  await thumb.tap(button(page, 'Submit'));
  await page.getByRole('heading', { level: 1, name: 'Captured' }).waitFor();
  return thumb;
}

process.env['CHROMIUM_PATH'] = findOrInstallChromium();
console.log(engineVersion('chromium'));
const atHome = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: /^Register a SIM/ });

/** The largest allowed number of taps and keys of each registration. The command fails if one needs more. */
const bounds = {
  'first customer': { taps: 15, keys: 87 },
  'next customer': { taps: 16, keys: 34 },
  'first customer, scanned': { taps: 13, keys: 45 },
  'next customer, scanned': { taps: 12, keys: 0 },
} as const;

function report(who: keyof typeof bounds, { taps, keys, swipes }: Thumb): void {
  const most = bounds[who];
  console.log(`${who}: ${taps} taps, ${keys} keys, ${swipes} swipes`);
  if (taps <= most.taps && keys <= most.keys) return;
  console.log(`That is more than ${most.taps} taps and ${most.keys} keys.`);
  process.exitCode = 1;
}

await atLiveAddress(async (device) => {
  const page = await device.installApp();
  const typed = (simCardNumber: string) => ({ simCardNumber });
  const first = await register(page, atHome(page), typed(customer.simCardNumber), {
    isFirst: true,
  });
  report('first customer', first);
  const next = button(page, 'Next customer');
  report('next customer', await register(page, next, typed('8927 0100 0000 1234 578'), {}));
  await register(page, next, typed('8927 0100 0000 1234 586'), { isInView: true });
});

const folder = mkdtempSync(join(tmpdir(), 'veld-film-'));
const film = join(folder, 'film.mjpeg');
writeFileSync(film, '');
const args = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];
await atLiveAddress(
  async (device) => {
    const blank = await device.context.newPage();
    const films = await drawFilms(blank);
    const side = await photo(blank, 1920, 1080);
    await blank.close();
    const scans = (pack: FilmName) => ({
      scan(of: Filmed): void {
        const shown = { card: films.card, pack: films[pack], side: Buffer.concat([side, side]) };
        writeFileSync(film, shown[of]);
      },
    });
    await device.context.grantPermissions(['camera', 'geolocation']);
    const page = await device.installApp();
    const first = await register(page, atHome(page), scans('sim'), { isFirst: true });
    report('first customer, scanned', first);
    const next = button(page, 'Next customer');
    report('next customer, scanned', await register(page, next, scans('secondSim'), {}));
  },
  { args },
);
rmSync(folder, { recursive: true, force: true });
console.log(
  "Counted: the taps in the phone's camera app at each photo, to release and OK. Left out: the pen's strokes, the browser's questions about camera",
);
console.log('and location, and the keyboard, which covers a part of the page.');
