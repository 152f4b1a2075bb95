import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { drawFilms, type FilmName } from '../e2e/fixtures/scan-films.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import { goToSection } from '../support/form/form-filling.ts';
import type { Stage } from './bench.ts';
import { median, ms, table } from './figures.ts';

/** The number of frames without the barcode, which show only a table. The film has 30 frames a second. */
const EMPTY_FRAMES = 20;
const EMPTY_MS = (EMPTY_FRAMES * 1000) / 30;

/** Runs in the page: measures the time from the camera's stream until a value is offered, in ms. */
function watchCamera(): void {
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (wish) {
    const stream = await getUserMedia.call(this, wish);
    const opened = performance.now();
    const offered = new Promise<number>((resolve) => {
      const look = (): void => {
        const buttons = [...document.querySelectorAll('dialog button')];
        if (buttons.some(({ textContent }) => textContent === 'Take this'))
          resolve(performance.now() - opened);
        else requestAnimationFrame(look);
      };
      look();
    });
    Object.assign(window, { offered });
    return stream;
  };
}

/**
 * Lets the page's processes run a quarter of the time. The browser's own throttling leaves out workers. Returns the function that
 * ends it.
 */
async function slowed(browser: Browser): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const script = `
    const pids = ${JSON.stringify(pages)};
    const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
    const tell = (signal) => { for (const pid of pids) try { process.kill(pid, signal); } catch {} };
    for (;;) { tell('SIGSTOP'); wait(15); tell('SIGCONT'); wait(5); }`;
  const slowing: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  return async () => {
    const ended = new Promise((resolve) => slowing.once('exit', resolve));
    slowing.kill('SIGKILL');
    await ended;
    for (const pid of pages) process.kill(pid, 'SIGCONT');
  };
}

async function scanOnce(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const fetchIt = page.getByRole('button', { name: 'Get the scanner' });
  const take = page.getByRole('button', { name: 'Take this' }).first();
  await expect(fetchIt.or(take).first()).toBeVisible({ timeout: 60_000 });
  if (await fetchIt.isVisible()) await fetchIt.click();
  await expect(take).toBeVisible({ timeout: 60_000 });
  const offered = await page.evaluate(() => Reflect.get(window, 'offered') as Promise<number>);
  await page.keyboard.press('Escape');
  await expect(take).toBeHidden();
  return offered;
}

const rowsWanted = [
  ['a SIM pack, Code 128', 'sim', 0],
  ['a smart ID card, PDF417', 'card', 0],
  ['an ID book, Code 39, read twice', 'book', 0],
  [`a SIM pack, after ${EMPTY_FRAMES} frames of a table`, 'sim', EMPTY_FRAMES],
] as const satisfies readonly (readonly [string, FilmName, number])[];

/** The time until the app offers the value, in the built app. It begins with the camera's stream or the first frame with the barcode. */
export async function sayCameraTimes({ dist, rounds, say }: Stage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-camera-'));
  const film = join(folder, 'film.mjpeg');
  const executablePath = process.env['CHROMIUM_PATH'];
  const backend = await BackendProcess.start({ VELD_DIST_DIR: dist });
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const drawing = await browser.newPage();
    const films = await drawFilms(drawing);
    await drawing.close();
    const viewport = { width: 360, height: 740 };
    const page = await browser.newPage({
      baseURL: backend.address,
      permissions: ['camera'],
      viewport,
    });
    await page.addInitScript(watchCamera);
    await page.goto('/register');
    await page.getByLabel('First name').fill('Thandi');
    const times = async (count: number): Promise<readonly string[]> => {
      const cells: string[] = [];
      for (const [, name, empty] of rowsWanted) {
        const frames = [...Array(empty).fill(films.table), ...Array(60).fill(films[name])];
        writeFileSync(film, Buffer.concat(frames.map((each) => each.subarray(0, each.length / 4))));
        await goToSection(page, name === 'sim' ? 'SIM card' : 'Customer');
        const took: number[] = [];
        for (let round = 0; round < count; round += 1) {
          const all = await scanOnce(page, name === 'sim' ? 'Scan' : 'Scan a card or book');
          took.push(empty === 0 ? all : all - EMPTY_MS);
        }
        cells.push(`${ms(median(took))} (most ${ms(Math.max(...took))})`);
      }
      return cells;
    };
    const quick = await times(rounds(12, 30));
    const end = await slowed(browser);
    const slow = await times(rounds(6, 12)).finally(end);
    say('\n### From the camera to the offered value, in the app\n');
    say(
      table([
        ['in view', '1× CPU, median', '4× CPU, median'],
        ...rowsWanted.map(([title], index) => [title, quick[index] ?? '', slow[index] ?? '']),
      ]),
    );
    say(
      '\nBound: 700 ms. At 4×, page and worker run a quarter of the time; the camera does not.\n',
    );
  } finally {
    await browser.close();
    await backend.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
