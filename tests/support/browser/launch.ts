import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BrowserContext, chromium, firefox } from '@playwright/test';
import { type EngineName, findEngine } from '../../commands/engines.ts';
import { madeOnce } from '../fakes/made-once.ts';

/** The engines that Playwright drives. */
export type DrivenEngine = Exclude<EngineName, 'webkit'>;

export type DeviceOptions = Readonly<{
  engine?: DrivenEngine;
  colorScheme?: 'light' | 'dark';
  viewport?: Readonly<{ width: number; height: number }>;
  /** Device pixels per CSS pixel. By default the browser's own value. */
  deviceScaleFactor?: number;
  /** Additional switches for Chromium. */
  args?: readonly string[];
  /** Switches on the back-forward cache, which Playwright switches off in Chromium. */
  keepsPages?: boolean;
  /** True, the default: pages may read the location. */
  isLocated?: boolean;
  /** True: no service worker runs. */
  blocksWorkers?: boolean;
  /** True: every window is private. Firefox only. */
  isPrivate?: boolean;
}>;

const contextOptions = (
  address: string,
  {
    blocksWorkers = false,
    colorScheme = 'light',
    viewport,
    deviceScaleFactor,
    isLocated = true,
  }: DeviceOptions,
) => ({
  baseURL: address,
  viewport: viewport ?? { width: 360, height: 740 },
  ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
  colorScheme,
  hasTouch: true,
  locale: 'en-ZA',
  timezoneId: 'Africa/Johannesburg',
  serviceWorkers: blocksWorkers ? ('block' as const) : ('allow' as const),
  permissions: isLocated ? ['geolocation'] : [],
  geolocation: { latitude: -33.918861, longitude: 18.4233, accuracy: 12 },
});

/** A profile with the files of Firefox's first start (compiled code, databases), made once. It saves half of a start. */
async function startedProfile(path: string): Promise<string> {
  const folder = await madeOnce('firefox', async (into) => {
    const profile = join(into, 'profile');
    mkdirSync(profile);
    const context = await startFirefox(profile, 'http://localhost', {}, path);
    await context.close();
  });
  return join(folder, 'profile');
}

/** Starts Firefox over a profile's folder. */
async function launchFirefox(
  profile: string,
  address: string,
  options: DeviceOptions,
  path: string,
): Promise<BrowserContext> {
  if (readdirSync(profile).length === 0)
    cpSync(await startedProfile(path), profile, {
      recursive: true,
      // This file names the process that used the profile.
      filter: (source) => basename(source) !== 'lock',
    });
  const context = await startFirefox(profile, address, options, path);
  await context.addInitScript(typeAsPeopleDo);
  return context;
}

async function startFirefox(
  profile: string,
  address: string,
  options: DeviceOptions,
  path: string,
): Promise<BrowserContext> {
  const { colorScheme, isLocated = true, isPrivate = false } = options;
  const relay = join(import.meta.dirname, 'firefox-relay.ts');
  const program = join(profile, 'relay.sh');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${relay}" "${path}" "$@"\n`);
  chmodSync(program, 0o755);
  return firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: program,
    firefoxUserPrefs: {
      // As on a phone: no scroll bar takes width from the page.
      'ui.useOverlayScrollbars': 1,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      // 1 allows, 2 blocks. Firefox must not ask, because no person can answer.
      'permissions.default.geo': isLocated ? 1 : 2,
      'browser.privatebrowsing.autostart': isPrivate,
    },
    ...contextOptions(address, options),
  });
}

/**
 * Runs in each page of Firefox. Playwright sets a field's value by script in the page. React takes this for its own change and ignores
 * it. So this function types with the browser's own command.
 */
function typeAsPeopleDo(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => document.execCommand('insertText', false, text),
    set: () => undefined,
  });
}

/**
 * The parts of Chromium that are switched off. Chromium takes the last of two equal switches, so Playwright's own parts are repeated
 * here. The first four are our own. Two stop the address bar's hidden pages, which took more work than the rest of a start. The other
 * two save a process each.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AudioServiceOutOfProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The first part is Playwright's own. The others, and the drawing, need no process of their own: a test takes 0.85 of the CPU time. */
const WITH = [
  'CDPScreenshotNewSurface',
  'NetworkServiceInProcess2',
  'RunVideoCaptureServiceInBrowserProcess',
];

const CHROMIUM_SWITCHES = [
  `--disable-features=${WITHOUT.join(',')}`,
  `--enable-features=${WITH.join(',')}`,
  '--in-process-gpu',
  // No script of a test runs long enough to gain from an optimized compilation. Without it, a test takes 0.94 of the CPU time.
  '--js-flags=--no-opt',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The old Chromium runs only with these switches: in a single process, and without a screen. */
const FLOOR_SWITCHES = ['--single-process', '--no-zygote', '--headless'];

/** Starts a browser over a profile's folder. */
export async function launchBrowser(
  profile: string,
  address: string,
  options: DeviceOptions,
): Promise<BrowserContext> {
  const { engine = 'chromium', args = [], keepsPages } = options;
  const executablePath = findEngine(engine);
  if (engine === 'firefox') return launchFirefox(profile, address, options, executablePath ?? '');
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...CHROMIUM_SWITCHES, ...(engine === 'floor' ? FLOOR_SWITCHES : []), ...args],
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    isMobile: true,
    ...contextOptions(address, options),
  });
}

type Process = Readonly<{ pid: number; parent: number; args: string }>;

function running(): readonly Process[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return args === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

/** The processes that the process `ancestor` started, directly or indirectly. */
function startedBy(ancestor: number): readonly Process[] {
  const processes = running();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOf = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  };
  return processes.filter(({ pid }) => isOf(pid));
}

/** Kills the processes. Resolves when all of them are gone. */
async function killAll(processes: readonly Process[]): Promise<void> {
  const killed = new Map(processes.map(({ pid, args }) => [pid, args]));
  for (const pid of killed.keys())
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself meanwhile.
    }
  // A zombie process has no command line any more.
  const areLeft = (): boolean => running().some(({ pid, args }) => killed.get(pid) === args);
  for (let tries = 0; killed.size > 0 && areLeft(); tries += 1) {
    if (tries > 400) throw new Error(`Processes do not end: ${[...killed.values()].join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills a browser and its helpers: all processes that this process started, directly or indirectly, with `text` in their command line. */
export const killProcessesOf = (text: string): Promise<void> =>
  killAll(startedBy(process.pid).filter(({ args }) => args.includes(text)));

/** Kills all processes that the process `pid` started, directly or indirectly. Then kills that process. */
export async function killFamilyOf(pid: number): Promise<void> {
  await killAll(startedBy(pid));
  await killAll(running().filter((one) => one.pid === pid));
}
