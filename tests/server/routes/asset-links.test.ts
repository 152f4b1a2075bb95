import { afterEach, expect, it } from 'vitest';
import mobile from '../../../mobile/settings.json' with { type: 'json' };
import { settingsFrom } from '../../../server/ops/operator-settings.ts';
import { type Harness, openHarness } from '../support/harness.ts';

const fingerprint = (pair: string): string => Array.from({ length: 32 }, () => pair).join(':');
const url = '/.well-known/assetlinks.json';

let server: Harness;
afterEach(() => server.close());

const serverWith = async (fingerprints: string): Promise<Harness> => {
  const { androidApp } = settingsFrom({ VELD_ANDROID_FINGERPRINTS: fingerprints }, '.');
  server = await openHarness({ androidApp });
  return server;
};

it('names the app and its certificates to any caller', async () => {
  const { call } = await serverWith(`${fingerprint('ab')}, ${fingerprint('0F')}`);
  const reply = await call({ url });
  expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'application/json; charset=utf-8',
    'public, max-age=3600',
  ]);
  expect(reply.json).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: mobile.package,
        sha256_cert_fingerprints: [fingerprint('AB'), fingerprint('0F')],
      },
    },
  ]);
});

it('is 404 without the setting', async () => {
  const { call } = await serverWith('');
  expect((await call({ url })).status).toBe(404);
});
