import { aptInstall, type Command } from './apt.ts';

/** A program that starts a snap: a link to one, or Ubuntu's script of that name. `head`: the first bytes of the file. */
export const startsSnap = (realPath: string, head: string): boolean =>
  realPath.startsWith('/snap/') ||
  realPath.endsWith('/bin/snap') ||
  (head.startsWith('#!') && /\/snap\/|\bsnap (install|run)\b/.test(head));

export type Machine = Readonly<{
  platform: NodeJS.Platform;
  /** The ID of /etc/os-release: 'debian', 'ubuntu', 'fedora' …; '' if there is none. */
  system: string;
  isRoot: boolean;
}>;

/**
 * The commands that install Chromium, to be tried in order. Apt checks Debian's signatures. Playwright checks no hash of what it
 * downloads, so it is never started from here. Ubuntu's package is a snap. Some tests measure heights, so they need a font that the app's
 * styles name: a wider one breaks lines.
 */
export const browserInstalls = ({ platform, system, isRoot }: Machine): readonly Command[] =>
  platform === 'linux' && system !== 'ubuntu'
    ? aptInstall(isRoot, 'chromium', 'fonts-liberation')
    : [];

/** One sentence for a person, if there is no Chromium and none could be installed. */
export function browserRemedy({ platform, system }: Machine): string {
  const own = "run 'npx playwright install chromium', or set CHROMIUM_PATH to a Chromium of yours.";
  if (platform === 'darwin') return `Install Google Chrome, or ${own}`;
  if (system === 'ubuntu')
    return `Ubuntu's Chromium is a snap, which cannot open the tests' profiles: install Google Chrome, or ${own}`;
  if (system === 'debian') return `Run 'sudo apt-get install chromium fonts-liberation', or ${own}`;
  return `Install Chromium or Google Chrome with your package manager, or ${own}`;
}

/** Why the program that the setting `variable` names cannot be used, as one sentence; null if it can. */
export function settingRefusal(
  variable: string,
  path: string,
  { isThere, isSnap }: Readonly<{ isThere: boolean; isSnap: boolean }>,
): string | null {
  if (!isThere) return `${variable} names ${path}, and there is no such file.`;
  return isSnap
    ? `${variable} names ${path}, a snap, which cannot open the tests' profiles: name another browser.`
    : null;
}

/** Why a browser did not start, as one sentence. `said`: what it wrote to its standard error. */
export function startFailure(path: string, said: string): string {
  const [, library] = /error while loading shared libraries: ([^:\s]+)/.exec(said) ?? [];
  if (library !== undefined)
    return `${path} does not start without ${library}: run 'sudo npx playwright install-deps chromium', or set CHROMIUM_PATH to another one.`;
  const [line = ''] = said.trim().split('\n');
  return `${path} does not start${line === '' ? '' : ` ('${line}')`}: set CHROMIUM_PATH to another one.`;
}
