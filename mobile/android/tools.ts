import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { arch, homedir } from 'node:os';
import { join } from 'node:path';
import { isThere, MissingTools, run } from './run.ts';

/** From Debian 12, as its signed index has them. */
const PACKAGES = ['aapt', 'android-framework-res', 'apksigner', 'zipalign'];

/** In Debian 11 for the last time. Debian's packages for Android's bytecode and the names of its classes. */
const LAST_OF_DEBIAN_11 = [
  {
    name: 'dalvik-exchange',
    version: '10.0.0+r36-1',
    sha256: '8fc128db7c27253d963eb9b33de79b197162a4749d2ba69019b2fd0664cbd7fe',
  },
  {
    name: 'libandroid-23-java',
    version: '6.0.1+r72-6',
    sha256: '8af1b6df556971dda0a6da3536ea526a838e0c363afcdd454213d8bce94793e3',
  },
];

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export type Tools = Readonly<{
  aapt: string;
  zipalign: string;
  /** For `java -jar`. */
  apksigner: string;
  dx: string;
  /** The classes that the launcher is compiled against. */
  androidJar: string;
  frameworkRes: string;
  /** The environment variables with which aapt and zipalign find their libraries. */
  env: NodeJS.ProcessEnv;
}>;

/**
 * Returns Android's build tools. Downloads them from Debian once and unpacks them into a cache in this user's home.
 * Installs nothing. Throws `MissingTools` if they cannot be fetched.
 */
export function findOrFetchTools(say: (line: string) => void): Tools {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'veld-android');
  const wanted = JSON.stringify([PACKAGES, LAST_OF_DEBIAN_11, arch()]);
  const root = join(cache, createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  if (!existsSync(root)) fetchInto(cache, root, say);
  return toolsIn(root);
}

function fetchInto(cache: string, root: string, say: (line: string) => void): void {
  for (const command of ['apt-get', 'dpkg'])
    if (!isThere(command)) throw new MissingTools(`${command} is not on this machine. ${ADVICE}`);
  if (!existsSync(KEYRING)) throw new MissingTools(`${KEYRING} is missing. ${ADVICE}`);
  say(`Fetching Android’s build tools from Debian into ${root} (45 MB) …`);
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'fetching-'));
  try {
    unpack(fetchPackages(scratch), join(scratch, 'root'));
    renameSync(join(scratch, 'root'), root);
  } catch (error) {
    // Another build on this machine was quicker.
    if (existsSync(root)) return;
    const said = error instanceof Error ? error.message : String(error);
    throw new MissingTools(`${said}\n\nAndroid’s build tools could not be had. ${ADVICE}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const ADVICE =
  'Build on Debian 12 or a machine that has its apt-get and debian-archive-keyring, such as a container of debian:bookworm, ' +
  `with the network on: ${[...PACKAGES, ...LAST_OF_DEBIAN_11.map(({ name, version }) => `${name} ${version}`)].join(', ')}.`;

/**
 * Downloads the packages as `.deb` files, with packages that they need and this machine lacks. Returns the paths. Apt
 * checks Debian's signatures.
 */
function fetchPackages(folder: string): readonly string[] {
  const [archives, lists] = [join(folder, 'archives'), join(folder, 'lists')];
  for (const each of [archives, lists]) mkdirSync(join(each, 'partial'), { recursive: true });
  const sources = join(folder, 'sources.list');
  const suites = ['bookworm', 'bullseye'];
  writeFileSync(
    sources,
    suites
      .map((suite) => `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${suite} main\n`)
      .join(''),
  );
  const settings = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State::Lists': lists,
    'Dir::Cache': folder,
    'Dir::Cache::Archives': archives,
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
  };
  const apt = (...args: string[]): string =>
    run(
      'apt-get',
      [
        '-qq',
        ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
        ...args,
      ],
      { cwd: archives },
    );
  apt('update');
  apt('-y', '--no-install-recommends', '--reinstall', '--download-only', 'install', ...PACKAGES);
  apt('download', ...LAST_OF_DEBIAN_11.map(({ name, version }) => `${name}=${version}`));
  const debs = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  return debs.map((file) => join(archives, file));
}

/** Checks the SHA-256 of the two Debian 11 packages, then unpacks all packages. Throws if a hash differs. */
function unpack(debs: readonly string[], root: string): void {
  for (const { name, sha256 } of LAST_OF_DEBIAN_11) {
    const deb = debs.find((path) => path.includes(`/${name}_`));
    const found = deb && createHash('sha256').update(readFileSync(deb)).digest('hex');
    if (found !== sha256) throw new Error(`${name} is not what it was: SHA-256 ${found}`);
  }
  for (const deb of debs) run('dpkg', ['-x', deb, root]);
}

function toolsIn(root: string): Tools {
  const sdk = join(root, 'usr/lib/android-sdk');
  const tool = (name: string): string => join(sdk, 'build-tools/debian', name);
  const libraries = readdirSync(join(root, 'usr/lib'), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.so(\.|$)/.test(entry.name))
    .map((entry) => entry.parentPath);
  return {
    aapt: tool('aapt'),
    zipalign: tool('zipalign'),
    apksigner: tool('apksigner.jar'),
    dx: tool('lib/dx.jar'),
    androidJar: join(sdk, 'platforms/android-23/android.jar'),
    frameworkRes: join(root, 'usr/share/android-framework-res/framework-res.apk'),
    env: { LD_LIBRARY_PATH: [...new Set(libraries)].join(':') },
  };
}
