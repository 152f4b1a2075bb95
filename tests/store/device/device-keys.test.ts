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

describe('the table of device keys', () => {
  it.each(goldenVersions)('reads every key of version %s', (name) => {
    const text = readFileSync(join(golden, name, 'storage.json'), 'utf8');
    const { device } = (JSON.parse(text) as Golden).tables;
    for (const { key, value } of device ?? []) {
      const [name] = all.find(([each, { storedAs }]) => (storedAs ?? each) === key) ?? [];
      expect(name, String(key)).toBeDefined();
      expect(deviceKeys[name as DeviceKeyName].shape(revived(value)), String(key)).toBe(true);
    }
  });

  it('has defaults of the right shape', () => {
    for (const [key, value] of Object.entries(deviceDefaults))
      expect(deviceKeys[key as DeviceKeyName].shape(value), key).toBe(true);
  });

  it('copies a secret only if the specification requires it', () => {
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

  it('has the only stored names', () => {
    const made =
      /\bsessionStorage\b|\b(?:getItem|setItem|removeItem|getDirectoryHandle|getFileHandle|removeEntry|caches\.open)\(\s*['"`]|db\.device\.(?:get|put|delete)\(/;
    const named = sources.filter(({ text }) =>
      made.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    );
    expect(named.map(({ name }) => name)).toEqual(['src/store/device/device-keys.ts']);
  });
});
