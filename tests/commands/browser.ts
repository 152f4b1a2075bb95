import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium that is already on this machine, or undefined. `CHROMIUM_PATH` wins. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  const known = KNOWN_PLACES.find((place) => existsSync(place));
  if (known !== undefined) return known;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/**
 * A Chromium to test with: the machine's own, else the one Playwright downloads, else the distribution's package.
 * Throws, saying what to do, where none can be had.
 */
export function findOrInstallBrowser(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  console.log('No Chromium here: installing one (a few minutes) …');
  const asRoot = process.getuid?.() === 0;
  const tries: [string, string[]][] = [
    ['npx', ['playwright', 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium']],
  ];
  if (asRoot) {
    tries.push(
      ['apt-get', ['update']],
      ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
    );
  }
  for (const [command, args] of tries) {
    spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 });
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome and set CHROMIUM_PATH to it.',
  );
}

/** Prints the version, so that a log tells which browser the figures belong to. */
export function browserVersion(path: string): string {
  return execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();
}
