import { resolve } from 'node:path';
import { StartRefused } from './start-refused.ts';

/** What the environment says, with the defaults of the README. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly distDir: string;
  readonly applicationKey: string;
  readonly connectTo: readonly string[];
  readonly maySweep: boolean;
  /** Null: keep finished forms for ever. */
  readonly keepDays: number | null;
}

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
    maySweep: env['VELD_SWEEP'] === 'yes',
    keepDays: env['VELD_KEEP_DAYS'] ? wholeNumber(env, 'VELD_KEEP_DAYS', 1, 36_500) : null,
  };
}

function wholeNumber(env: Environment, name: string, least: number, most: number): number {
  const value = Number(env[name]);
  if (!/^\d+$/.test(env[name] ?? '') || value < least || value > most) {
    throw new StartRefused(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}
