/**
 * `npm run android`: tests the launcher of the Android app, builds and signs the app, and checks it with Android's own tools. Writes
 * mobile/build/veld-VERSION.apk. Needs a JDK. Also needs the build tools from Debian, which it fetches once into
 * ~/.cache/veld-android. Signs with the one key of the keystore VELD_ANDROID_KEYSTORE (password: VELD_ANDROID_KEYSTORE_PASSWORD).
 * Without these settings it signs with a throw-away key, which it keeps in mobile/build. Ends with 2 and names the missing tool if
 * one is missing.
 */
import { join, relative } from 'node:path';
import { buildApk } from '../../mobile/android/build-apk.ts';
import { findOrInstallJava } from '../../mobile/android/java.ts';
import { signingKey } from '../../mobile/android/key.ts';
import { readApk } from '../../mobile/android/read-apk.ts';
import { MissingTools } from '../../mobile/android/run.ts';
import { findOrFetchTools } from '../../mobile/android/tools.ts';
import settings from '../../mobile/settings.json' with { type: 'json' };
import project from '../../package.json' with { type: 'json' };
import { runLauncherTests } from '../mobile/launcher-tests.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const folder = join(import.meta.dirname, '../../mobile/build');
try {
  android();
} catch (error) {
  if (!(error instanceof MissingTools)) throw error;
  console.error(`${error.message}\nThe Android app was not built.`);
  process.exitCode = 2;
}

function android(): void {
  const java = findOrInstallJava(console.log);
  const tests = runLauncherTests(java);
  const failed = tests.filter(({ failure }) => failure !== null);
  for (const { failure, name } of failed) console.error(`✗ ${name}: ${failure}`);
  console.log(`launcher: ${tests.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) {
    process.exitCode = 1;
    return;
  }
  const tools = findOrFetchTools(console.log);
  const key = signingKey(process.env, join(folder, 'throw-away.p12'), java);
  const apk = join(folder, `veld-${project.version}.apk`);
  buildApk(tools, java, key, apk);
  const facts = readApk(tools, java, apk);
  console.log(`${relative(process.cwd(), apk)}: ${facts.bytes} bytes, for https://${settings.host}
${facts.package} ${facts.versionName} (${facts.versionCode}), Android API ${facts.minSdk} to ${facts.targetSdk}
permissions: ${facts.permissions.join(', ') || 'none'}; signatures that hold: ${facts.signatures.join(', ')}
The server at that host must know who signed it: VELD_ANDROID_FINGERPRINTS=${facts.fingerprint}`);
  if (key.isThrowAway)
    console.log(
      'SIGNED WITH A THROW-AWAY KEY: to try it out. An app for agents is signed with one key for ever: docs/android.md.',
    );
}
