import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import mobile from '../../mobile/settings.json' with { type: 'json' };
import type { AndroidApp, Policy } from '../app-context.ts';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import { OperatorError } from '../operator-error.ts';
import type { BucketOptions } from './open-bucket.ts';

/** The settings from the environment. The defaults are those of docs/server/run.md. */
export type Settings = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  distDir: string;
  applicationKey: string;
  /** Null if files are in the data folder. */
  bucket: BucketOptions | null;
  /** Null if the keys are in the data folder, created at its first start. */
  keysFile: string | null;
  postgres: PostgresOptions | null;
  connectTo: readonly string[];
  trustProxy: string | null;
  maySweep: boolean;
  keepDays: number | null;
  androidApp: AndroidApp | null;
  /** Null: phones are told of verdicts from the first decision on. */
  announce: boolean | null;
  /** Null if there are no limits. */
  policy: Policy | null;
  isRestored: boolean;
  /** The port of health and metrics. Null if there is none. */
  ops: OpsSettings | null;
  /** After a stop signal, the server takes calls for `drainMs`. Then running calls have `stopMs` to finish. */
  drainMs: number;
  stopMs: number;
}>;

export type OpsSettings = Readonly<{ port: number; host: string }>;

type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}.`;
  const digits = v.pipe(v.string(), v.regex(/^\d+$/, words), v.transform(Number));
  return v.pipe(digits, v.minValue(min, words), v.maxValue(max, words));
};

/** A list with commas or spaces between its entries. `words`: the message for an invalid entry. */
const listOf = (isOne: (text: string) => boolean, words: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
    v.check((given) => given.every(isOne), words),
  );

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const isRange = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits;
};

const isFingerprint = (text: string): boolean => /^[\da-f]{2}(:[\da-f]{2}){31}$/i.test(text);

const databaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address such as postgres://user:password@host/database.',
  ),
);

const settingsSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '4173'),
  // The name means 127.0.0.1 and ::1, so no other machine can connect. One address would exclude the other.
  HOST: v.optional(v.string(), 'localhost'),
  VELD_DATA_DIR: v.optional(v.string()),
  VELD_DIST_DIR: v.optional(v.string()),
  VELD_APPLICATION_KEY: v.optional(v.string(), 'veld-local-key'),
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_MIGRATE_URL: v.optional(databaseUrl),
  DATABASE_POOL: v.optional(wholeNumber(2, 200), '10'),
  DATABASE_POOLER: v.optional(v.picklist(['yes', 'no'], 'must be yes or no.'), 'no'),
  S3_BUCKET: v.optional(v.string()),
  S3_ENDPOINT: v.optional(
    v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://s3.example.')),
  ),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_PREFIX: v.optional(
    v.pipe(v.string(), v.regex(/^([\w./-]+\/)?$/, 'must end with a slash.')),
    '',
  ),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  VELD_SPOOL_DIR: v.optional(v.string()),
  VELD_SPOOL_BYTES: v.optional(wholeNumber(1_000_000, 2 ** 50), String(4 * 2 ** 30)),
  VELD_KEYS_FILE: v.optional(v.string()),
  VELD_CONNECT_TO: v.optional(
    listOf(isOrigin, 'must be origins such as https://api.example, separated by spaces.'),
    '',
  ),
  VELD_TRUST_PROXY: v.optional(
    listOf(
      (text) => text === 'loopback' || isRange(text),
      "must name the proxies in front by address or range, such as 10.0.0.0/8, or 'loopback'.",
    ),
    '',
  ),
  VELD_SWEEP: v.optional(v.picklist(['yes', 'no'], 'must be yes or no.')),
  VELD_ANNOUNCE: v.optional(v.picklist(['yes', 'no'], 'must be yes or no.')),
  VELD_POLICY_MAX_UNSENT: v.optional(wholeNumber(20, 10_000)),
  VELD_POLICY_MAX_AGE_HOURS: v.optional(wholeNumber(24, 8760)),
  VELD_POLICY_MINIMUM_VERSION: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,4}){2}$/, 'must be a version such as 0.1.0.')),
  ),
  VELD_RESTORED: v.optional(v.picklist(['yes', 'no'], 'must be yes or no.')),
  VELD_KEEP_DAYS: v.optional(wholeNumber(1, 36_500)),
  VELD_OPS_PORT: v.optional(wholeNumber(1, 65_535)),
  VELD_OPS_HOST: v.optional(v.string(), '127.0.0.1'),
  VELD_DRAIN_MS: v.optional(wholeNumber(0, 600_000), '0'),
  VELD_STOP_MS: v.optional(wholeNumber(0, 3_600_000), '10000'),
  VELD_ANDROID_FINGERPRINTS: v.optional(
    listOf(
      isFingerprint,
      'must be SHA-256 fingerprints of certificates: 32 pairs of hexadecimal digits, separated by colons, such as AB:CD:…',
    ),
    '',
  ),
});

/**
 * `root`: the project's folder. By default the data and the built app are in it. An empty setting counts as unset.
 * Throws an `OperatorError` that names the setting but never its value, because start messages are logged.
 */
export function settingsFrom(env: Environment, root: string): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(settingsSchema, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new OperatorError(`${v.getDotPath(issue)} ${issue.message}`);
  }
  const all = parsed.output;
  const { DATABASE_URL: url, DATABASE_MIGRATE_URL: migrateUrl, DATABASE_POOL: connections } = all;
  if (url === undefined && migrateUrl !== undefined) {
    throw new OperatorError('DATABASE_MIGRATE_URL needs DATABASE_URL.');
  }
  const fingerprints = all.VELD_ANDROID_FINGERPRINTS.map((text) => text.toUpperCase());
  return {
    port: all.PORT,
    host: all.HOST,
    dataDir: resolve(all.VELD_DATA_DIR ?? resolve(root, '.data')),
    distDir: resolve(all.VELD_DIST_DIR ?? resolve(root, 'dist')),
    applicationKey: all.VELD_APPLICATION_KEY,
    postgres:
      url === undefined
        ? null
        : {
            url,
            migrateUrl: migrateUrl ?? url,
            connections,
            hasPooler: all.DATABASE_POOLER === 'yes',
          },
    bucket: bucketFrom(all),
    keysFile: all.VELD_KEYS_FILE === undefined ? null : resolve(all.VELD_KEYS_FILE),
    connectTo: all.VELD_CONNECT_TO,
    trustProxy: all.VELD_TRUST_PROXY.length === 0 ? null : all.VELD_TRUST_PROXY.join(','),
    maySweep: all.VELD_SWEEP === 'yes',
    keepDays: all.VELD_KEEP_DAYS ?? null,
    announce: all.VELD_ANNOUNCE === undefined ? null : all.VELD_ANNOUNCE === 'yes',
    policy: policyFrom(all),
    isRestored: all.VELD_RESTORED === 'yes',
    ops:
      all.VELD_OPS_PORT === undefined ? null : { port: all.VELD_OPS_PORT, host: all.VELD_OPS_HOST },
    drainMs: all.VELD_DRAIN_MS,
    stopMs: all.VELD_STOP_MS,
    androidApp: fingerprints.length === 0 ? null : { package: mobile.package, fingerprints },
  };
}

function policyFrom(all: v.InferOutput<typeof settingsSchema>): Policy | null {
  const policy = {
    ...(all.VELD_POLICY_MINIMUM_VERSION && { minimumVersion: all.VELD_POLICY_MINIMUM_VERSION }),
    ...(all.VELD_POLICY_MAX_UNSENT && { maxUnsent: all.VELD_POLICY_MAX_UNSENT }),
    ...(all.VELD_POLICY_MAX_AGE_HOURS && { maxAgeHours: all.VELD_POLICY_MAX_AGE_HOURS }),
  };
  return Object.keys(policy).length === 0 ? null : policy;
}

function bucketFrom(all: v.InferOutput<typeof settingsSchema>): BucketOptions | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret } = all;
  if ((accessKeyId === undefined) !== (secret === undefined)) {
    throw new OperatorError('Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.');
  }
  if (bucket === undefined) return null;
  if (all.DATABASE_URL !== undefined && all.VELD_KEYS_FILE === undefined) {
    throw new OperatorError(
      'Set VELD_KEYS_FILE: with DATABASE_URL and S3_BUCKET, several servers need the same keys.',
    );
  }
  return {
    s3: {
      bucket,
      endpoint: all.S3_ENDPOINT ?? null,
      region: all.S3_REGION,
      prefix: all.S3_PREFIX,
      credentials:
        accessKeyId === undefined || secret === undefined
          ? null
          : { accessKeyId, secretAccessKey: secret },
    },
    spoolDir: resolve(all.VELD_SPOOL_DIR ?? join(tmpdir(), 'veld-spool')),
    spoolBytes: all.VELD_SPOOL_BYTES,
  };
}
