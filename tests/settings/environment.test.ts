import { describe, expect, it } from 'vitest';
import { backendSettings, backendSettingsFrom } from '../../src/settings/backend-settings.ts';
import { buildSettings, environmentOf, settingsFrom } from '../../src/settings/environment.ts';

const settings = settingsFrom({});

describe('the environment, by address', () => {
  it.each([
    ['http://localhost:4173/', 'local', '/api', true, true],
    ['http://127.0.0.1:4173/', 'local', '/api', true, false],
    ['http://localhost.dev.example/', 'local', '/api', true, true],
    ['https://dev.veld.example/outbox', 'dev', 'https://dev.api.veld.example', true, true],
    ['https://DEV.veld.example/', 'dev', 'https://dev.api.veld.example', true, true],
    ['https://veld.example/', 'live', 'https://api.veld.example', false, false],
    ['https://devices.example/', 'live', 'https://api.veld.example', false, true],
    ['https://veld.example/?from=localhost', 'live', 'https://api.veld.example', false, true],
  ])('%s is %s', (address, name, apiBaseAddress, showsBanner, showsBadge) => {
    expect(environmentOf(address, settings)).toEqual({
      name,
      apiBaseAddress,
      showsBanner,
      showsBadge,
    });
  });

  it('has the build’s addresses, without a trailing slash', () => {
    const own = settingsFrom({ VITE_API_LIVE: 'https://sim.example/api/' });
    expect(environmentOf('https://sim.example/', own).apiBaseAddress).toBe(
      'https://sim.example/api',
    );
  });
});

describe('the build settings', () => {
  it('are in the committed file with their defaults', () => {
    expect(buildSettings).toEqual({ ...settingsFrom({}), version: buildSettings.version });
    const { version } = buildSettings;
    expect(backendSettings).toEqual({ ...backendSettingsFrom({}), version });
    expect(buildSettings.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('may be empty if that has a meaning', () => {
    expect(backendSettingsFrom({ VITE_IDEMPOTENCY_HEADER: '' }).names.idempotencyHeader).toBe('');
  });

  it('name headers and cookie, and an empty name means the default', () => {
    const { names } = backendSettingsFrom({
      VITE_APPLICATION_KEY_HEADER: ' Api-Key ',
      VITE_DEVICE_IDENTIFIER_HEADER: 'Device',
      VITE_ANTI_FORGERY_COOKIE: 'csrf',
      VITE_ANTI_FORGERY_HEADER: '',
    });
    expect(names).toEqual({
      applicationKeyHeader: 'Api-Key',
      deviceHeader: 'Device',
      idempotencyHeader: 'Idempotency-Key',
      antiForgeryCookie: 'csrf',
      antiForgeryHeader: 'X-XSRF-TOKEN',
    });
  });

  it('force the backend’s extensions; the photo format counts last', () => {
    expect(backendSettingsFrom({ VITE_PHOTO_FORMAT: 'auto' }).accepts).toEqual([]);
    expect(backendSettingsFrom({ VITE_ACCEPTS: 'pieces, -webp' }).accepts).toEqual([
      'pieces',
      '-webp',
    ]);
    expect(
      backendSettingsFrom({ VITE_ACCEPTS: '-webp', VITE_PHOTO_FORMAT: 'webp' }).accepts,
    ).toEqual(['-webp', 'webp']);
    expect(backendSettingsFrom({ VITE_PHOTO_FORMAT: 'jpeg' }).accepts).toEqual(['-webp']);
  });

  it('set the location of a form without one', () => {
    const withoutFix = (value: string) =>
      backendSettingsFrom({ VITE_LOCATION_WITHOUT_FIX: value }).locationWithoutFix;
    expect(withoutFix('null')).toBeNull();
    expect(withoutFix('')).toBeNull();
    expect(withoutFix('zero')).toEqual({ latitude: 0, longitude: 0 });
  });
});
