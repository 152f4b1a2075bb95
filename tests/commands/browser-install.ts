import { aptInstall, type Command } from './apt.ts';

/** True for a program that starts a snap: a link to a snap, or Ubuntu's script with that name. `head`: the first bytes of the file. */
export const startsSnap = (realPath: string, head: string): boolean =>
  realPath.startsWith('/snap/') ||
  realPath.endsWith('/bin/snap') ||
  (head.startsWith('#!') && /\/snap\/|\bsnap (install|run)\b/.test(head));

export type Machine = Readonly<{
  platform: NodeJS.Platform;
  /** The ID of /etc/os-release: 'debian', 'ubuntu', 'fedora' …. Empty if there is none. */
  system: string;
  isRoot: boolean;
}>;

/**
 * The commands that install Chromium, in the order of the attempts. Apt checks Debian's signatures. Playwright checks no hash of
 * its downloads, so this code never starts it. Ubuntu's package is a snap. Some tests measure heights and need a font of the app's
 * styles: a wider font breaks lines.
 */
export const browserInstalls = ({ platform, system, isRoot }: Machine): readonly Command[] =>
  platform === 'linux' && system !== 'ubuntu'
    ? aptInstall(isRoot, 'chromium', 'fonts-liberation')
    : [];

/** The sentence for a person if there is no Chromium and none could be installed. */
export function browserRemedy({ platform, system }: Machine): string {
  const own = "run 'npx playwright install chromium', or set CHROMIUM_PATH to a Chromium of yours.";
  if (platform === 'darwin') return `Install Google Chrome, or ${own}`;
  if (system === 'ubuntu')
    return `Ubuntu's Chromium is a snap, which cannot open the tests' profiles: install Google Chrome, or ${own}`;
  if (system === 'debian') return `Run 'sudo apt-get install chromium fonts-liberation', or ${own}`;
  return `Install Chromium or Google Chrome with your package manager, or ${own}`;
}

/** Returns the reason, in one sentence, why the program in the setting `variable` cannot be used. Returns null if it can. */
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

/** Returns the reason, in one sentence, why a browser did not start. `said`: the text on its standard error. */
export function startFailure(path: string, said: string): string {
  const [, library] = /error while loading shared libraries: ([^:\s]+)/.exec(said) ?? [];
  if (library !== undefined)
    return `${path} does not start without ${library}: run 'sudo npx playwright install-deps chromium', or set CHROMIUM_PATH to another one.`;
  const [line = ''] = said.trim().split('\n');
  return `${path} does not start${line === '' ? '' : ` ('${line}')`}: set CHROMIUM_PATH to another one.`;
}
