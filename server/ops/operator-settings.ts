import { isIP } from 'node:net';
import { resolve } from 'node:path';
import mobile from '../../mobile/settings.json' with { type: 'json' };
import type { AndroidApp } from '../app-options.ts';
import { OperatorError } from '../operator-error.ts';

/** What the environment says, with the defaults of the README. */
export type Settings = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  distDir: string;
  applicationKey: string;
  connectTo: readonly string[];
  trustProxy: string | null;
  maySweep: boolean;
  /** Null: keep finished forms for ever. */
  keepDays: number | null;
  /** Null: no app on Android shows this site. */
  androidApp: AndroidApp | null;
}>;

type Environment = Readonly<Record<string, string | undefined>>;

/** `root`: the project's folder, where data and built app are by default. */
export function settingsFrom(env: Environment, root: string): Settings {
  return {
    port: env['PORT'] ? wholeNumber(env, 'PORT', 0, 65_535) : 4173,
    // The name, not an address: it stands for 127.0.0.1 and ::1 alike, and for nobody else's machine.
    host: env['HOST'] ?? 'localhost',
    dataDir: resolve(env['VELD_DATA_DIR'] ?? resolve(root, '.data')),
    distDir: resolve(env['VELD_DIST_DIR'] ?? resolve(root, 'dist')),
    applicationKey: env['VELD_APPLICATION_KEY'] ?? 'veld-local-key',
    connectTo: (env['VELD_CONNECT_TO'] ?? '').split(/\s+/).filter(Boolean),
    trustProxy: addresses(env, 'VELD_TRUST_PROXY'),
    maySweep: env['VELD_SWEEP'] === 'yes',
    keepDays: env['VELD_KEEP_DAYS'] ? wholeNumber(env, 'VELD_KEEP_DAYS', 1, 36_500) : null,
    androidApp: androidApp(env, 'VELD_ANDROID_FINGERPRINTS'),
  };
}

function wholeNumber(env: Environment, name: string, min: number, max: number): number {
  const value = Number(env[name]);
  if (!/^\d+$/.test(env[name] ?? '') || value < min || value > max) {
    throw new OperatorError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** Addresses, ranges such as 10.0.0.0/8, or `loopback`, with commas or spaces between; null when not set. */
function addresses(env: Environment, name: string): string | null {
  const given = (env[name] ?? '').split(/[\s,]+/).filter(Boolean);
  const isRange = (text: string) => {
    const [address = '', bits = '0', ...more] = text.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    return (
      isIP(address) !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits
    );
  };
  if (!given.every((text) => text === 'loopback' || isRange(text))) {
    throw new OperatorError(
      `${name} must name the proxies in front by address or range, such as 10.0.0.0/8, or 'loopback'.`,
    );
  }
  return given.length === 0 ? null : given.join(',');
}

/** Fingerprints with commas or spaces between, as the build of the app prints them; null when not set. */
function androidApp(env: Environment, name: string): AndroidApp | null {
  const given = (env[name] ?? '').split(/[\s,]+/).filter(Boolean);
  if (!given.every((text) => /^[\da-f]{2}(:[\da-f]{2}){31}$/i.test(text))) {
    throw new OperatorError(
      `${name} must be SHA-256 fingerprints of certificates: 32 pairs of hexadecimal digits with colons between, such as AB:CD:…`,
    );
  }
  const fingerprints = given.map((text) => text.toUpperCase());
  return given.length === 0 ? null : { package: mobile.package, fingerprints };
}
