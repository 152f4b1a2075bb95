import { expect, it } from 'vitest';
import { manifest } from '../../vite/manifest.ts';
import { themeColourTags } from '../../vite/theme-colour.ts';
import { read } from '../shape/support/source-files.ts';

it('the browser’s bar has the app’s colour, by day and by night', () => {
  const bars = Array.from(read('src/ui/tokens.css').matchAll(/--bar: (#\w+);/g), ([, hex]) => hex);
  const tags = themeColourTags.map(({ attrs }) => [attrs?.['media'], attrs?.['content']]);
  expect(tags).toEqual([
    ['(prefers-color-scheme: light)', bars[0]],
    ['(prefers-color-scheme: dark)', bars[1]],
  ]);
  expect(manifest.theme_color).toBe(bars[0]);
});

it('no page sets its own colour', () => {
  for (const page of ['index.html', 'sign-in.html'])
    expect(read(page)).not.toContain('theme-color');
});
