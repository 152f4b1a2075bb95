import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, type Command } from './apt.ts';
import {
  browserInstalls,
  browserRemedy,
  type Machine,
  settingRefusal,
  startFailure,
  startsSnap,
} from './browser-install.ts';
import { findOldestChromium } from './old-chromium.ts';

/** `floor`: the oldest supported Chromium. `webkit`: WebKitGTK, which is tested in place of Safari. */
export type EngineName = 'chromium' | 'firefox' | 'webkit' | 'floor';

/** The platforms of agents. The two versions of iOS differ by the features of their WebKit. */
export const platforms = {
  chromium: 'chromium',
  firefox: 'firefox',
  'ios-17': 'webkit',
  'ios-16': 'webkit',
  floor: 'floor',
} as const satisfies Readonly<Record<string, EngineName>>;
export type Platform = keyof typeof platforms;

/** The engines whose tests `npm test` skips if they are not available. */
export const otherEngines = ['firefox', 'webkit', 'floor'] as const;

type Engine = Readonly<{
  title: string;
  /** The setting that names the program. */
  variable?: string;
  /** Returns the program that a test starts. Returns undefined if the program, or anything that it needs, is missing. */
  find: () => string | undefined;
  version: (path: string) => string;
  /** The commands that may install the engine, in the order of the attempts. */
  installs: (machine: Machine) => readonly Command[];
  /** The text for a person if the engine is missing and could not be installed. */
  remedy: (machine: Machine) => string;
}>;

const firstThere = (...places: readonly string[]): string | undefined =>
  places.find((place) => existsSync(place));

/** The first bytes of a file, enough for a script's commands. */
function headOf(path: string): string {
  const bytes = Buffer.alloc(4_096);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

const isSnap = (path: string): boolean => startsSnap(realpathSync(path), headOf(path));

/** Returns the first browser that can open a test's profile. A snap cannot, because it sees neither /tmp nor hidden folders. */
const firstBrowser = (...places: readonly string[]): string | undefined =>
  places.find((place) => existsSync(place) && !isSnap(place));

/** Returns 'debian', 'ubuntu', 'alpine' …. Returns an empty text if this machine does not say. */
const systemId = (): string =>
  /^ID="?(\w+)/m.exec(
    existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  )?.[1] ?? '';

const thisMachine = (): Machine => ({
  platform: process.platform,
  system: systemId(),
  isRoot: process.getuid?.() === 0,
});

/** If a setting names the program, the usual places are not searched. */
function named(variable: string, places: () => string | undefined): string | undefined {
  const path = process.env[variable];
  return path === undefined ? places() : firstBrowser(path);
}

/** Returns the reason why the program of a setting cannot be used. Returns null without the setting, or if the program can be used. */
function refusedSetting(variable: string | undefined): string | null {
  const path = variable === undefined ? undefined : process.env[variable];
  if (variable === undefined || path === undefined) return null;
  const isThere = existsSync(path);
  return settingRefusal(variable, path, { isThere, isSnap: isThere && isSnap(path) });
}

const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb'];

/** Returns the file that describes WebKitGTK's functions. The tests' browser window is a script of `gjs`, which needs this file. */
const webkitTypes = (): string | undefined =>
  firstThere(
    ...['x86_64', 'aarch64'].map(
      (machine) => `/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`,
    ),
    '/usr/lib64/girepository-1.0/WebKit2-4.1.typelib',
  );

const ownVersion = (path: string): string =>
  execFileSync(path, ['--version', '--no-sandbox'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** WebKit's driver does not print its version. */
const webkitVersion = (): string =>
  execFileSync(
    'gjs',
    [
      '-c',
      `imports.gi.versions.WebKit2 = '4.1';
      const { get_major_version, get_minor_version, get_micro_version } = imports.gi.WebKit2;
      print(\`WebKitGTK \${get_major_version()}.\${get_minor_version()}.\${get_micro_version()}\`);`,
    ],
    { encoding: 'utf8' },
  ).trim();

const engines: Readonly<Record<EngineName, Engine>> = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    find: () =>
      named('CHROMIUM_PATH', () =>
        firstBrowser(
          '/usr/bin/chromium',
          '/usr/bin/chromium-browser',
          '/usr/bin/google-chrome',
          '/usr/bin/google-chrome-stable',
          '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
          chromium.executablePath(),
        ),
      ),
    version: ownVersion,
    installs: browserInstalls,
    remedy: browserRemedy,
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    find: () =>
      named('FIREFOX_PATH', () =>
        firstBrowser(
          '/usr/bin/firefox-esr',
          '/usr/bin/firefox',
          '/Applications/Firefox.app/Contents/MacOS/firefox',
        ),
      ),
    version: ownVersion,
    installs: ({ isRoot }) => aptInstall(isRoot, 'firefox-esr'),
    remedy: () => 'Install Firefox and set FIREFOX_PATH to it.',
  },
  webkit: {
    title: 'WebKitGTK',
    find: () =>
      firstThere('/usr/bin/gjs') && firstThere('/usr/bin/Xvfb') && webkitTypes()
        ? firstThere('/usr/bin/WebKitWebDriver')
        : undefined,
    version: webkitVersion,
    installs: ({ isRoot }) => aptInstall(isRoot, ...WEBKIT_PACKAGES),
    remedy: () => `On Debian or Ubuntu: apt-get install ${WEBKIT_PACKAGES.join(' ')}`,
  },
  floor: {
    title: 'the oldest Chromium that is supported',
    find: findOldestChromium,
    version: (path) => basename(path),
    installs: () => [],
    remedy: () => 'It runs on Linux with an x64 processor only; `npm ci` brings it.',
  },
};

/** Returns the program of an engine that is already on this machine, or undefined. */
export const findEngine = (name: EngineName): string | undefined => engines[name].find();

/** Returns the program of an engine. Installs it if it is missing. If that fails, prints the reason and returns undefined. */
export function findOrInstallEngine(name: EngineName): string | undefined {
  const { title, variable, find, installs, remedy } = engines[name];
  const refused = refusedSetting(variable);
  if (refused !== null) {
    console.log(refused);
    return undefined;
  }
  const found = find();
  if (found !== undefined) return found;
  const machine = thisMachine();
  const commands = installs(machine);
  if (commands.length > 0) console.log(`No ${title} here: installing it (a few minutes) …`);
  for (const [program, ...args] of commands) {
    spawnSync(program, args, { stdio: 'inherit', timeout: 600_000 });
    const installed = find();
    if (installed !== undefined) return installed;
  }
  console.log(`There is no ${title} that the tests can use. ${remedy(machine)}`);
  return undefined;
}

/** Returns the reason, in one sentence, why the engine does not start, such as a missing library. Returns null if it starts. */
export function whyNotStarted(name: EngineName, path: string): string | null {
  try {
    engines[name].version(path);
    return null;
  } catch (error) {
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
    return startFailure(path, stderr || message);
  }
}

/** Returns a Chromium for tests. Throws if there is none. */
export function findOrInstallChromium(): string {
  const found = findOrInstallEngine('chromium');
  if (found === undefined) throw new Error('There is no Chromium to test with.');
  return found;
}

/** The engine's name and version. With it a log tells which browser the figures belong to. */
export function engineVersion(name: EngineName): string {
  const { find, version } = engines[name];
  const path = find();
  return path === undefined ? '' : version(path);
}
