import { REFERENCE_NAMES, type WireNames } from '../domain/web-names.ts';
import { text } from './environment.ts';

/** The settings in `.env` for calls to the backend. Needed only when something is sent or captured. */
export type BackendSettings = Readonly<{
  applicationKey: string;
  names: WireNames;
  /**
   * Extensions that the app assumes the backend to accept (or, with a '-', not to accept), whatever the backend
   * announces (`isAccepted`).
   */
  accepts: readonly string[];
  /** The app's version. */
  version: string;
  /** The coordinates of a form without a location. Null: latitude and longitude are null. */
  locationWithoutFix: Readonly<{ latitude: number; longitude: number }> | null;
}>;

/** A header without a name can't be sent, so an empty setting means the default. */
const name = (value: unknown, otherwise: string): string => text(value) || otherwise;

const photoFormats: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['-webp'],
  webp: ['webp'],
};

const namesFrom = (env: Readonly<Record<string, unknown>>): WireNames => ({
  applicationKeyHeader: name(
    env['VITE_APPLICATION_KEY_HEADER'],
    REFERENCE_NAMES.applicationKeyHeader,
  ),
  deviceHeader: name(env['VITE_DEVICE_IDENTIFIER_HEADER'], REFERENCE_NAMES.deviceHeader),
  idempotencyHeader: text(env['VITE_IDEMPOTENCY_HEADER'], REFERENCE_NAMES.idempotencyHeader),
  antiForgeryCookie: name(env['VITE_ANTI_FORGERY_COOKIE'], REFERENCE_NAMES.antiForgeryCookie),
  antiForgeryHeader: name(env['VITE_ANTI_FORGERY_HEADER'], REFERENCE_NAMES.antiForgeryHeader),
});

export const backendSettingsFrom = (env: Readonly<Record<string, unknown>>): BackendSettings => ({
  applicationKey: text(env['VITE_APPLICATION_KEY'], 'veld-local-key'),
  names: namesFrom(env),
  accepts: [
    ...text(env['VITE_ACCEPTS'])
      .split(/[\s,]+/)
      .filter((each) => each !== ''),
    ...(photoFormats[text(env['VITE_PHOTO_FORMAT'])] ?? []),
  ],
  version: text(env['VITE_APP_VERSION']),
  locationWithoutFix:
    text(env['VITE_LOCATION_WITHOUT_FIX']) === 'zero' ? { latitude: 0, longitude: 0 } : null,
});

export const backendSettings: BackendSettings = backendSettingsFrom(import.meta.env);
