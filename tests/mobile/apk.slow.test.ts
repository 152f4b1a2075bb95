import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApk } from '../../mobile/android/build-apk.ts';
import { PASSWORD, signingKey } from '../../mobile/android/key.ts';
import { findOrFetchKit, type Kit } from '../../mobile/android/kit.ts';
import { type ApkFacts, readApk } from '../../mobile/android/read-apk.ts';
import { run } from '../../mobile/android/run.ts';
import settings from '../../mobile/settings.json' with { type: 'json' };
import project from '../../package.json' with { type: 'json' };
import { settingsFrom } from '../../server/ops/operator-settings.ts';
import { openHarness } from '../server/support/harness.ts';
import { orSkip } from './or-skip.ts';

const MINUTES_MS = 180_000;

const kit = orSkip('the build of the Android app', () => findOrFetchKit(console.log));

describe.skipIf(kit === null)('the Android app', () => {
  // If the tests are skipped, nothing uses these values.
  const { java, tools } = kit ?? ({} as Kit);
  const folder = mkdtempSync(join(tmpdir(), 'veld-apk-'));
  const apk = join(folder, 'one.apk');
  let facts: ApkFacts;

  const keystore = join(folder, 'throw-away.p12');
  const build = (out: string): void => buildApk(tools, java, signingKey({}, keystore, java), out);

  beforeAll(() => {
    build(apk);
    facts = readApk(tools, java, apk);
  }, MINUTES_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the name, version and start page of the settings, and requests no permission', () => {
    expect(facts).toMatchObject({
      package: settings.package,
      label: settings.shortName,
      versionName: project.version,
      minSdk: 24,
      targetSdk: 36,
      activity: 'veld.app.LauncherActivity',
      permissions: [],
      signatures: ['v2', 'v3'],
    });
  });

  it('has at most 20 kB', () => {
    expect(facts.bytes).toBeLessThanOrEqual(20_000);
  });

  it(
    'is the same, bit for bit, when it is built again with one key',
    () => {
      const again = join(folder, 'again.apk');
      build(again);
      expect(readFileSync(again).equals(readFileSync(apk))).toBe(true);
    },
    MINUTES_MS,
  );

  it('is refused after one bit is changed', () => {
    const bytes = readFileSync(apk);
    // The bit is in the date of the first file, so the archive can still be unpacked.
    bytes[12] = (bytes[12] ?? 0) ^ 1;
    const other = join(folder, 'other.apk');
    writeFileSync(other, bytes);
    expect(() => readApk(tools, java, other)).toThrow(/DOES NOT VERIFY/);
  });

  it('names the host that its links are opened for, in the form that Android checks', () => {
    const manifest = run(tools.aapt, ['dump', 'xmltree', apk, 'AndroidManifest.xml'], {
      env: tools.env,
    });
    expect(manifest).toMatch(/autoVerify\S*\(type 0x12\)0xffffffff/);
    const resources = run(tools.aapt, ['dump', '--values', 'resources', apk], { env: tools.env });
    const string = (name: string): string | undefined =>
      new RegExp(`string/${name}: t=.*\n\\s+\\(string8\\) "(.*)"`).exec(resources)?.[1];
    expect(string('host')).toBe(settings.host);
    const statements = JSON.parse(string('asset_statements')?.replaceAll('\\"', '"') ?? '');
    expect(statements).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'web', site: `https://${settings.host}` },
      },
    ]);
  });

  it('is the app that the server names, by the certificate in the keystore', async () => {
    const listed = run(
      java.keytool,
      ['-list', '-v', '-keystore', keystore, '-storepass:env', PASSWORD],
      {
        env: { [PASSWORD]: signingKey({}, keystore, java).password },
      },
    );
    const { androidApp } = settingsFrom({ VELD_ANDROID_FINGERPRINTS: facts.fingerprint }, '.');
    const server = await openHarness({ androidApp });
    const [statement] = (await server.call({ url: '/.well-known/assetlinks.json' })).json;
    await server.close();
    expect(statement.target).toEqual({
      namespace: 'android_app',
      package_name: facts.package,
      sha256_cert_fingerprints: [/SHA256: ([\dA-F:]+)/.exec(listed)?.[1]],
    });
  });
});
