import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findOrInstallJava } from '../../mobile/android/java.ts';
import { signingKey } from '../../mobile/android/key.ts';
import { MissingTools } from '../../mobile/android/run.ts';
import { findOrFetchTools } from '../../mobile/android/tools.ts';

const emptyFolder = mkdtempSync(join(tmpdir(), 'veld-nothing-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(emptyFolder, { recursive: true, force: true });
});

const silent = (): void => undefined;
const java = { java: 'java', javac: 'javac', keytool: 'keytool' };

it('says that a JDK is missing, and how to get one', () => {
  vi.stubEnv('PATH', emptyFolder);
  vi.stubEnv('JAVA_HOME', emptyFolder);
  expect(() => findOrInstallJava(silent)).toThrow(MissingTools);
  expect(() => findOrInstallJava(silent)).toThrow(/JDK.*apt-get install.*JAVA_HOME/);
});

it('says which packages of Debian are missing, and where they can be had', () => {
  vi.stubEnv('PATH', emptyFolder);
  vi.stubEnv('XDG_CACHE_HOME', emptyFolder);
  expect(() => findOrFetchTools(silent)).toThrow(MissingTools);
  expect(() => findOrFetchTools(silent)).toThrow(
    /Debian 12.*aapt.*dalvik-exchange 10\.0\.0\+r36-1/,
  );
});

it.each([
  ['a keystore that is not there', { VELD_ANDROID_KEYSTORE: '/nowhere.p12' }],
  ['a password without a keystore', { VELD_ANDROID_KEYSTORE_PASSWORD: 'secret' }],
])('does not sign with another key than the one that is set: %s', (_what, env) => {
  expect(() => signingKey(env, '/never-made.p12', java)).toThrow(/VELD_ANDROID_KEYSTORE must name/);
});
