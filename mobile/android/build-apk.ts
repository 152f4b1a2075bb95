import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import settings from '../settings.json' with { type: 'json' };
import type { Java } from './java.ts';
import { PASSWORD, type SigningKey } from './key.ts';
import { webResources } from './resources.ts';
import { run } from './run.ts';
import type { Tools } from './tools.ts';

/** Android 7.0: the first that checks the whole file by its signature. */
const MIN_SDK = 24;
/** Android 16: what the Play Store asks of new apps. */
const TARGET_SDK = 36;

const here = import.meta.dirname;
export const JAVA_SOURCES = join(here, 'java');
const PACKAGE = 'veld/app';

/** 0.1.0 is 100, 1.2.3 is 10203: a phone takes an update whose number is higher. */
export function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 10_000 + minor * 100 + patch;
}

/** Writes the signed package to `out`. */
export function buildApk(tools: Tools, java: Java, key: SigningKey, out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'veld-android-'));
  try {
    mkdirSync(dirname(out), { recursive: true });
    const unsigned = join(work, 'unsigned.apk');
    packResources(tools, work, unsigned);
    compile(tools, java, work);
    run(tools.aapt, ['add', unsigned, 'classes.dex'], { cwd: work, env: tools.env });
    const aligned = join(work, 'aligned.apk');
    run(tools.zipalign, ['-p', '-z', '4', unsigned, aligned], { env: tools.env });
    sign(tools, java, key, aligned);
    renameSync(aligned, out);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function packResources(tools: Tools, work: string, apk: string): void {
  const res = join(work, 'res');
  cpSync(join(here, 'res'), res, { recursive: true });
  for (const [path, text] of Object.entries(webResources())) {
    mkdirSync(dirname(join(res, path)), { recursive: true });
    writeFileSync(join(res, path), text);
  }
  mkdirSync(join(work, 'gen'));
  run(
    tools.aapt,
    [
      ...['package', '-m', '-J', join(work, 'gen'), '-F', apk, '-S', res],
      ...['-M', join(here, 'AndroidManifest.xml'), '-I', tools.frameworkRes],
      ...['--rename-manifest-package', settings.package],
      ...[
        '--version-code',
        String(versionCode(project.version)),
        '--version-name',
        project.version,
      ],
      ...['--min-sdk-version', String(MIN_SDK), '--target-sdk-version', String(TARGET_SDK)],
      // Android 11 and later map this file into memory, so it must not be compressed.
      ...['-0', 'arsc'],
    ],
    { env: tools.env },
  );
}

function compile(tools: Tools, java: Java, work: string): void {
  const classes = join(work, 'classes');
  mkdirSync(classes);
  run(java.javac, [
    ...['-source', '8', '-target', '8', '-bootclasspath', tools.androidJar],
    ...['-Xlint:all,-options', '-Werror', '-g:none', '-d', classes],
    ...[...javaFiles(JAVA_SOURCES), ...javaFiles(join(work, 'gen'))],
  ]);
  // javac has copied the resource numbers into our classes, so the R classes are not needed.
  for (const file of readdirSync(join(classes, PACKAGE)))
    if (/^R(\$\w+)?\.class$/.test(file)) rmSync(join(classes, PACKAGE, file));
  run(java.java, [
    ...['-cp', tools.dx, 'com.android.dx.command.Main', '--dex'],
    ...[`--min-sdk-version=${MIN_SDK}`, `--output=${join(work, 'classes.dex')}`, classes],
  ]);
}

/** Every Java file below a folder, sorted. */
export function javaFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}

function sign(tools: Tools, java: Java, key: SigningKey, apk: string): void {
  run(
    java.java,
    [
      ...['-jar', tools.apksigner, 'sign', '--ks', key.keystore, '--ks-pass', `env:${PASSWORD}`],
      ...['--v1-signing-enabled', 'false', '--v2-signing-enabled', 'true'],
      ...['--v3-signing-enabled', 'true', '--v4-signing-enabled', 'false', apk],
    ],
    { env: { [PASSWORD]: key.password } },
  );
}
