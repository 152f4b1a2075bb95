import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type DeviceKey,
  type DeviceKeyName,
  deviceKeys,
} from '../../../src/store/device/device-keys.ts';
import { deviceDefaults } from '../../../src/store/device/device-storage.ts';
import { type Golden, goldenVersions, revived } from '../../golden/golden.ts';

const golden = join(import.meta.dirname, '../../golden');

const sources = ['src', 'sw'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name: join(room, name), text: readFileSync(join(room, name), 'utf8') })),
);

const all: readonly (readonly [string, DeviceKey<unknown>])[] = Object.entries(deviceKeys);

describe('the registry of what is kept on a device', () => {
  it.each(goldenVersions)('understands every key that %s left', (name) => {
    const text = readFileSync(join(golden, name, 'storage.json'), 'utf8');
    const { device } = (JSON.parse(text) as Golden).tables;
    for (const { key, value } of device ?? []) {
      const [name] = all.find(([each, { storedAs }]) => (storedAs ?? each) === key) ?? [];
      expect(name, String(key)).toBeDefined();
      expect(deviceKeys[name as DeviceKeyName].shape(revived(value)), String(key)).toBe(true);
    }
  });

  it('holds every default of the device to its shape', () => {
    for (const [key, value] of Object.entries(deviceDefaults))
      expect(deviceKeys[key as DeviceKeyName].shape(value), key).toBe(true);
  });

  it('copies a secret only where the specification has it', () => {
    const copied = all.filter(([, { copied }]) => copied).map(([key]) => key);
    expect(copied).toEqual([
      'DeviceIdentifier',
      'AuthToken',
      'RefreshToken',
      'UserId',
      'FirstName',
      'Surname',
      'ProfileImageUrl',
    ]);
    const secret = all.filter(([, key]) => key.secret).map(([key]) => key);
    expect(secret).toEqual(['AuthToken', 'RefreshToken', 'XSRF-TOKEN']);
  });

  it('is the only place that names anything: nothing is stored under a name made elsewhere', () => {
    const made =
      /\bsessionStorage\b|\b(?:getItem|setItem|removeItem|getDirectoryHandle|getFileHandle|removeEntry|caches\.open)\(\s*['"`]|db\.device\.(?:get|put|delete)\(/;
    const named = sources.filter(({ text }) =>
      made.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    );
    expect(named.map(({ name }) => name)).toEqual(['src/store/device/device-keys.ts']);
  });
});
