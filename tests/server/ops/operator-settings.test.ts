import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/ops/operator-settings.ts';

const from = (env: Record<string, string>) => settingsFrom(env, '/srv/veld');

describe('the operator’s settings', () => {
  it('are all optional', () => {
    expect(from({})).toEqual({
      port: 4173,
      host: 'localhost',
      dataDir: '/srv/veld/.data',
      distDir: '/srv/veld/dist',
      applicationKey: 'veld-local-key',
      postgres: null,
      bucket: null,
      keysFile: null,
      connectTo: [],
      trustProxy: null,
      maySweep: false,
      keepDays: null,
      announce: null,
      policy: null,
      isRestored: false,
      androidApp: null,
      ops: null,
      drainMs: 0,
      stopMs: 10_000,
    });
  });

  it('are used as given; lists have commas or spaces', () => {
    const settings = from({
      PORT: '0',
      HOST: '0.0.0.0',
      VELD_DATA_DIR: '/var/veld',
      VELD_CONNECT_TO: ' https://a.example  http://10.0.0.1:8080 ',
      VELD_TRUST_PROXY: '10.0.0.0/8, loopback fd00::/8',
      VELD_SWEEP: 'yes',
      VELD_KEEP_DAYS: '30',
      VELD_ANNOUNCE: 'no',
      VELD_POLICY_MAX_UNSENT: '60',
      VELD_POLICY_MINIMUM_VERSION: '0.1.0',
      VELD_RESTORED: 'yes',
      VELD_OPS_PORT: '9100',
      VELD_DRAIN_MS: '5000',
      VELD_STOP_MS: '630000',
      VELD_ANDROID_FINGERPRINTS: `${'ab:'.repeat(31)}cd`,
      HOME: '/root',
    });
    expect(settings).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/var/veld',
      connectTo: ['https://a.example', 'http://10.0.0.1:8080'],
      trustProxy: '10.0.0.0/8,loopback,fd00::/8',
      maySweep: true,
      keepDays: 30,
      announce: false,
      policy: { maxUnsent: 60, minimumVersion: '0.1.0' },
      isRestored: true,
      ops: { port: 9100, host: '127.0.0.1' },
      drainMs: 5000,
      stopMs: 630_000,
      androidApp: { fingerprints: [`${'AB:'.repeat(31)}CD`] },
    });
  });

  it('count as unset if they are empty, so data never goes to the current folder', () => {
    const names = ['PORT', 'HOST', 'VELD_DATA_DIR', 'VELD_DIST_DIR', 'VELD_KEEP_DAYS'];
    expect(from(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(from({}));
  });

  it('of the database: one address, or a second one for a role that may change tables', () => {
    const url = 'postgres://veld@db.example/veld';
    const migrateUrl = 'postgres://owner@db.example/veld';
    expect(from({ DATABASE_URL: url }).postgres).toEqual({
      url,
      migrateUrl: url,
      connections: 10,
      hasPooler: false,
    });
    expect(
      from({ DATABASE_URL: url, DATABASE_MIGRATE_URL: migrateUrl, DATABASE_POOL: '3' }).postgres,
    ).toEqual({ url, migrateUrl, connections: 3, hasPooler: false });
    expect(from({ DATABASE_URL: url, DATABASE_POOLER: 'yes' }).postgres?.hasPooler).toBe(true);
    expect(() => from({ DATABASE_MIGRATE_URL: migrateUrl })).toThrow(/needs DATABASE_URL/);
  });

  it('of the bucket: both keys or none, and a keys file if DATABASE_URL is set', () => {
    expect(from({ S3_BUCKET: 'veld' }).bucket).toMatchObject({
      s3: { bucket: 'veld', endpoint: null, region: 'us-east-1', prefix: '', credentials: null },
      spoolBytes: 4 * 2 ** 30,
    });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(from({ S3_BUCKET: 'veld', ...keys }).bucket?.s3.credentials).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(() => from({ S3_BUCKET: 'veld', S3_ACCESS_KEY_ID: 'id' })).toThrow(/or neither/);
    const both = { S3_BUCKET: 'veld', DATABASE_URL: 'postgres://veld@db.example/veld' };
    expect(() => from(both)).toThrow(/Set VELD_KEYS_FILE/);
    expect(from({ ...both, VELD_KEYS_FILE: '/etc/keys.json' }).keysFile).toBe('/etc/keys.json');
  });

  it.each([
    ['PORT', 'Kanarie'],
    ['S3_ENDPOINT', 'https://user:Kanarie@s3.example'],
    ['S3_PREFIX', 'Kanarie'],
    ['VELD_SPOOL_BYTES', 'Kanarie'],
    ['DATABASE_URL', 'mysql://user:Kanarie@a.example/veld'],
    ['DATABASE_MIGRATE_URL', 'Kanarie'],
    ['DATABASE_POOL', '1'],
    ['VELD_KEEP_DAYS', '-40961'],
    ['VELD_OPS_PORT', 'Kanarie'],
    ['VELD_SWEEP', 'Yes'],
    ['VELD_RESTORED', 'true'],
    ['VELD_STOP_MS', 'Kanarie'],
    ['VELD_CONNECT_TO', 'https://user:Kanarie@a.example'],
    ['VELD_TRUST_PROXY', 'Kanarie'],
    ['VELD_ANDROID_FINGERPRINTS', 'Kanarie'],
  ])('where %s is wrong, name it and not its value', (name, value) => {
    let words = '';
    try {
      from({ [name]: value });
    } catch (error) {
      words = String(error);
    }
    expect(words).toMatch(new RegExp(`^Error: ${name} must `));
    expect(words).not.toContain(value);
  });
});
