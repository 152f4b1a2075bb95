export type Command = readonly [program: string, ...args: string[]];

/** The commands that install packages on Debian and its derivatives. Only root may run them. */
export const aptInstall = (isRoot: boolean, ...packages: readonly string[]): readonly Command[] =>
  isRoot && process.platform === 'linux'
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
      ]
    : [];
