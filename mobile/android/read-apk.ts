import { statSync } from 'node:fs';
import type { Java } from './java.ts';
import { run } from './run.ts';
import type { Tools } from './tools.ts';

/** The content of a package, as Android's own tools report it. */
export type ApkFacts = Readonly<{
  bytes: number;
  package: string;
  versionCode: number;
  versionName: string;
  label: string;
  minSdk: number;
  targetSdk: number;
  /** The activity that the icon starts. */
  activity: string;
  permissions: readonly string[];
  /** Schemes of the signatures that hold, such as 'v2'. */
  signatures: readonly string[];
  /** SHA-256 of the certificate that signed it, as in `AB:CD:…`. */
  fingerprint: string;
}>;

/** Throws where the package is not whole, not aligned, or a signature does not hold. */
export function readApk(tools: Tools, java: Java, apk: string): ApkFacts {
  const aapt = (what: string): string => run(tools.aapt, ['dump', what, apk], { env: tools.env });
  const badging = aapt('badging');
  const said = (pattern: RegExp, text = badging): string => pattern.exec(text)?.[1] ?? '';
  run(tools.zipalign, ['-c', '-p', '4', apk], { env: tools.env });
  const verified = run(java.java, [
    ...['-jar', tools.apksigner, 'verify', '--verbose', '--print-certs', '--Werr', apk],
  ]);
  const digest = said(/certificate SHA-256 digest: ([\da-f]{64})/, verified);
  return {
    bytes: statSync(apk).size,
    package: said(/^package: name='([^']*)'/m),
    versionCode: Number(said(/versionCode='(\d+)'/)),
    versionName: said(/versionName='([^']*)'/),
    label: said(/^application-label:'([^']*)'/m),
    minSdk: Number(said(/^sdkVersion:'(\d+)'/m)),
    targetSdk: Number(said(/^targetSdkVersion:'(\d+)'/m)),
    activity: said(/^launchable-activity: name='([^']*)'/m),
    permissions: Array.from(
      aapt('permissions').matchAll(/permission: (.*)/g),
      ([, name = '']) => name,
    ),
    signatures: Array.from(
      verified.matchAll(/^Verified using (v\d).*: true$/gm),
      ([, v = '']) => v,
    ),
    fingerprint: digest.toUpperCase().match(/../g)?.join(':') ?? '',
  };
}
