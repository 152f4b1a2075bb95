import { expect, it } from 'vitest';
import { colour } from '../../vite/colours.ts';
import { manifest } from '../../vite/manifest.ts';
import { themeColourTags, withHomeColour } from '../../vite/theme-colour.ts';
import { read } from '../shape/support/source-files.ts';

it('the browser’s bar has the page’s colour, by day and by night', () => {
  const bars = Array.from(
    read('src/ui/tokens.css').matchAll(/--paper: (#\w+);/g),
    ([, hex]) => hex,
  );
  const tags = themeColourTags.map(({ attrs }) => [attrs?.['media'], attrs?.['content']]);
  expect(tags).toEqual([
    ['(prefers-color-scheme: light)', bars[0]],
    ['(prefers-color-scheme: dark)', bars[1]],
  ]);
  expect(manifest.theme_color).toBe(colour('light', 'hero-top'));
});

it('no page sets its own colour', () => {
  for (const page of ['index.html', 'sign-in.html'])
    expect(read(page)).not.toContain('theme-color');
});

it('Home has the colour of its panel', () => {
  const [light, dark] = themeColourTags.map(
    ({ attrs }) => `<meta name="theme-color" content="${attrs?.['content']}">`,
  );
  const html = withHomeColour(`${light}${dark}`);
  expect(html).toContain(colour('light', 'hero-top'));
  expect(html).toContain(colour('dark', 'hero-top'));
  expect(html).not.toContain(colour('light', 'paper'));
});
