import type { Page } from '@playwright/test';
import type { Bench, Stage } from './bench.ts';
import { median, ms, table, times } from './figures.ts';
import { direct, inLab, type Lab, slowDown } from './lab.ts';

/** The presets of Chromium's developer tools, in kbit/s and ms. */
const networks = {
  'Slow 3G': { kbits: 400, latencyMs: 2000 },
  'Slow 4G': { kbits: 1440, latencyMs: 562.5 },
} as const;

type Network = keyof typeof networks;
/** `live`: the page saves typed text, and the button 'Next' works. */
type Ready = 'home' | 'form' | 'live';

/** Runs in the page, before its code: records the first frame in which a person can use the page. */
function watchReady(ready: Ready): void {
  const seen = (element: Element | null | undefined): boolean =>
    element instanceof HTMLElement && element.getClientRects().length > 0;
  const link = (text: string): boolean =>
    [...document.querySelectorAll('a[href]')].some(
      (each) => each.textContent?.includes(text) && seen(each),
    );
  const field = (): boolean =>
    [...document.querySelectorAll('label')].some(
      (label) =>
        label.textContent?.startsWith('First name') &&
        label.control instanceof HTMLInputElement &&
        !label.control.disabled &&
        seen(label.control),
    );
  const live = (): boolean =>
    field() && document.querySelector('button[type="submit"]:enabled') !== null;
  const isReady = (): boolean =>
    ready === 'form'
      ? field()
      : ready === 'live'
        ? live()
        : seen(document.querySelector('h1')) && link('Register a SIM') && link('Replace a SIM');
  const look = (): void => {
    if (isReady()) Object.assign(window, { readyAt: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function timeUntilReady(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'readyAt' in window, null, { timeout: 120_000, polling: 100 });
  return page.evaluate(() => Number(Reflect.get(window, 'readyAt')));
}

async function cold(stage: Stage, path: string, ready: Ready, network: Network): Promise<number> {
  return inLab(stage, direct, async ({ device }) => {
    const page = device.context.pages()[0] ?? (await device.context.newPage());
    await page.addInitScript(watchReady, ready);
    const session = await slowDown(page, 4);
    const { kbits, latencyMs } = networks[network];
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: (kbits * 1000) / 8,
      uploadThroughput: (kbits * 1000) / 8,
    });
    return timeUntilReady(page, path);
  });
}

export const coldStart: Bench = {
  name: 'cold-start',
  title:
    'Cold start at 4× CPU: until Home is readable and its links live, a form can be typed into, and its buttons are live',
  run: async (stage) => {
    const usual = stage.rounds(3, 7);
    const few = stage.rounds(1, 5);
    const pages = [
      { name: 'Home', path: '/', ready: 'home', bound: '2.5 s on Slow 3G', rounds: usual },
      { name: 'Register', path: '/register', ready: 'form', bound: '6 s on Slow 3G', rounds: few },
      { name: 'Register, live', path: '/register', ready: 'live', bound: '', rounds: few },
      {
        name: 'simple reference',
        path: '/reference.html',
        ready: 'form',
        bound: '',
        rounds: few,
      },
    ] as const;
    const rows = [['page', 'Slow 3G', 'Slow 4G', 'bound']];
    for (const { name, path, ready, bound, rounds } of pages) {
      const cells: string[] = [];
      for (const network of ['Slow 3G', 'Slow 4G'] as const) {
        const took: number[] = [];
        for (let round = 0; round < rounds; round += 1)
          took.push(await cold(stage, path, ready, network));
        cells.push(`${(median(took) / 1000).toFixed(1)} s`);
      }
      rows.push([name, ...cells, bound]);
    }
    stage.say(table(rows));
  },
};

type Load = Readonly<{ name: string; path: string; ready: Ready; bound: string }>;

const goal = '400 ms at 4×';
const emptyPhone: readonly Load[] = [
  { name: 'Home', path: '/', ready: 'home', bound: goal },
  { name: 'Register', path: '/register', ready: 'form', bound: goal },
  { name: 'Register, live', path: '/register', ready: 'live', bound: '' },
];
const phoneInUse: readonly Load[] = [
  { name: 'Home, 25 forms', path: '/', ready: 'home', bound: '' },
  { name: 'Register, live, 25 forms', path: '/register', ready: 'live', bound: '' },
];

/** 5 drafts and 20 waiting submissions, as on a phone in use. */
async function useThePhone({ benchPage, device }: Lab): Promise<void> {
  const page = await benchPage();
  await page.evaluate(async () => {
    const madeUp = { photos: 2, photoBytes: 60_000, type: 'image/jpeg' } as const;
    await window.veldBench.draftMany(1, 5, madeUp);
    await window.veldBench.captureMany(6, 20, madeUp);
  });
  await page.close();
  await device.goOffline();
  // The first start with forms marks the database. Only later starts are measured.
  const first = await device.open('/register');
  await first.waitForTimeout(5_000);
  await first.close();
}

export const warmStart: Bench = {
  name: 'warm-start',
  title: 'Offline start of a page that the worker controls: navigation → readable or typable, live',
  run: (stage) =>
    inLab(stage, direct, async (lab) => {
      const { device } = lab;
      const rounds = stage.rounds(7, 25);
      const rows = [['page', '1× CPU', '4× CPU', 'ratio', 'bound']];
      const measure = async ({ name, path, ready, bound }: Load): Promise<void> => {
        const medians: number[] = [];
        for (const rate of [1, 4]) {
          const took: number[] = [];
          for (let round = 0; round < rounds; round += 1) {
            const page = await device.context.newPage();
            await page.addInitScript(watchReady, ready);
            await slowDown(page, rate);
            took.push(await timeUntilReady(page, path));
            await page.close();
          }
          medians.push(median(took));
        }
        const [quick = Number.NaN, slow = Number.NaN] = medians;
        rows.push([name, ms(quick), ms(slow), times(slow / quick), bound]);
      };
      await device.installApp();
      await device.goOffline();
      for (const load of emptyPhone) await measure(load);
      await device.goOnline();
      await useThePhone(lab);
      for (const load of phoneInUse) await measure(load);
      stage.say(table(rows));
    }),
};
