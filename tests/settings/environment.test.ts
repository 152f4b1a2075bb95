import { describe, expect, it } from 'vitest';
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

  it('takes its addresses from the build, without a slash at their end', () => {
    const own = settingsFrom({ VITE_API_LIVE: 'https://sim.example/api/' });
    expect(environmentOf('https://sim.example/', own).apiBaseAddress).toBe(
      'https://sim.example/api',
    );
  });
});

describe('the build settings', () => {
  it('stand in the committed file with their defaults', () => {
    expect(buildSettings).toEqual({ ...settingsFrom({}), version: buildSettings.version });
    expect(buildSettings.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('may be empty where that means something', () => {
    expect(settingsFrom({ VITE_IDEMPOTENCY_HEADER: '' }).idempotencyHeader).toBe('');
  });
});
