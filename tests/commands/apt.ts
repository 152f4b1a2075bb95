export type Command = readonly [program: string, ...args: string[]];

/** What brings packages of Debian, and of those who follow it; only root may. */
export const aptInstall = (isRoot: boolean, ...packages: readonly string[]): readonly Command[] =>
  isRoot && process.platform === 'linux'
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
      ]
    : [];
