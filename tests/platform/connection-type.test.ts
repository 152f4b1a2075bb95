import { expect, it } from 'vitest';
import { connectionType } from '../../src/platform/connection-type.ts';

it.each([
  [{ type: 'wifi' }, 'unmetered'],
  [{ type: 'ethernet' }, 'unmetered'],
  [{ type: 'cellular' }, 'metered'],
  [{ type: 'unknown' }, null],
  [{}, null],
  [{ saveData: true }, 'metered'],
  // Wi-Fi may be expensive too. But a phone that saves data on Wi-Fi still has Wi-Fi.
  [{ type: 'wifi', saveData: true }, 'unmetered'],
] as const)('says of %j: %s', (connection, link) => {
  expect(connectionType({ connection })).toBe(link);
});

it('is unknown if the browser does not report it', () => {
  expect(connectionType({})).toBeNull();
});
