import { describe, expect, it } from 'vitest';
import { versionCode } from '../../mobile/android/build-apk.ts';
import { webResources } from '../../mobile/android/resources.ts';
import { ground, vectorDrawable } from '../../mobile/android/vector-drawable.ts';
import settings from '../../mobile/settings.json' with { type: 'json' };
import { colour } from '../../vite/colours.ts';
import { manifest } from '../../vite/manifest.ts';

const resources = webResources();
const file = (path: string): string => resources[path] ?? '';
const value = (name: string, path = 'values/web.xml'): string | undefined =>
  new RegExp(`name="${name}">(.*)<`).exec(file(path))?.[1];

describe('the Android app’s resources', () => {
  it('has the name of the installed web app', () => {
    expect(value('name')).toBe(manifest.short_name);
    expect(value('start_url')).toBe(`https://${settings.host}${manifest.start_url}`);
  });

  it('has the colours of the web app, by day and by night', () => {
    expect([manifest.theme_color, manifest.background_color]).toEqual([value('bar'), value('bar')]);
    expect(value('bar', 'values-night/web.xml')).toBe(colour('dark', 'hero-top'));
  });

  it('has the shortcuts of the web app, in their order', () => {
    const shortcuts = Array.from(
      file('xml/shortcuts.xml').matchAll(/shortcutId="(\w+)".*?data="([^"]*)"/g),
      ([, id = '', page = '']) => ({
        name: value(`${id}_long`),
        short_name: value(`${id}_short`),
        page,
        hasIcon: `drawable/${id}.xml` in resources,
      }),
    );
    expect(shortcuts).toEqual(
      manifest.shortcuts?.map(({ name, short_name, url }) => ({
        name,
        short_name,
        page: `https://${settings.host}${url}`,
        hasIcon: true,
      })),
    );
  });

  it('puts the icon on a background of its own colour', () => {
    expect(file('drawable/icon.xml')).toContain(`android:fillColor="${value('icon_ground')}"`);
  });
});

describe('an SVG as a drawable', () => {
  const drawn = (shapes: string): string =>
    vectorDrawable(`<svg viewBox="0 0 512 512">${shapes}</svg>`).replace(
      /^<vector[^>]*>|<\/vector>$/g,
      '',
    );

  it('keeps the order of transforms', () => {
    expect(drawn('<g transform="translate(1 2) scale(3)"><path d="M0 0h1"/></g>')).toBe(
      '<group android:translateX="1" android:translateY="2"><group android:scaleX="3" android:scaleY="3">' +
        '<path android:pathData="M0 0h1"/></group></group>',
    );
  });

  it('applies a group’s paint to its shapes', () => {
    expect(drawn('<g fill="none" stroke="#111111"><path stroke="#222222" d="M0 0"/></g>')).toBe(
      '<path android:pathData="M0 0" android:strokeColor="#222222"/>',
    );
  });

  it('draws squares, with round corners too, and circles', () => {
    expect(drawn('<rect width="4" height="4"/>')).toContain('"M0 0h4v4h-4z"');
    expect(drawn('<rect width="4" height="4" rx="1"/>')).toContain('"M1 0h2a1 1 0 0 1 1 1v2');
    expect(drawn('<circle cx="2" cy="2" r="1"/>')).toContain(
      '"M1 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"',
    );
  });

  it.each(['<ellipse rx="1"/>', '<g transform="rotate(3)"/>'])(
    'refuses unknown content: %s',
    (shape) => {
      expect(() => drawn(shape)).toThrow();
    },
  );

  it('must fill its square if a background is wanted', () => {
    expect(() => ground('<svg><circle r="1"/></svg>')).toThrow();
  });
});

it('a later version has a higher number', () => {
  expect(['0.1.0', '0.1.1', '0.2.0', '1.0.0', '1.12.3'].map(versionCode)).toEqual([
    100, 101, 200, 10_000, 11_203,
  ]);
});
