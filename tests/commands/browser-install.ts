import { aptInstall, type Command } from './apt.ts';

/** A program that starts a snap: a link to one, or Ubuntu's script of that name. `head`: the first bytes of the file. */
export const startsSnap = (realPath: string, head: string): boolean =>
  realPath.startsWith('/snap/') ||
  realPath.endsWith('/bin/snap') ||
  (head.startsWith('#!') && /\/snap\/|\bsnap (install|run)\b/.test(head));

export type Machine = Readonly<{
  platform: NodeJS.Platform;
  /** The ID of /etc/os-release: 'debian', 'ubuntu', 'alpine' …; '' if there is none. */
  system: string;
  isRoot: boolean;
}>;

/**
 * The commands that may install Chromium, to be tried in order. Apt checks Debian's signatures, so it comes first. Ubuntu's package
 * is a snap, and Playwright has no Chromium for Alpine.
 */
export function browserInstalls(
  { platform, system, isRoot }: Machine,
  browser: 'chromium',
): readonly Command[] {
  if (system === 'alpine') return isRoot ? [['apk', 'add', '--no-cache', browser]] : [];
  const apt = platform === 'linux' && system !== 'ubuntu' ? aptInstall(isRoot, browser) : [];
  const withDeps = isRoot && platform === 'linux' ? ['--with-deps'] : [];
  return [...apt, ['npx', 'playwright', 'install', ...withDeps, browser]];
}
