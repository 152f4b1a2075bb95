import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8');
const darkAt = css.indexOf('@media (prefers-color-scheme: dark)');

function coloursIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g), ([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

const light = coloursIn(css.slice(0, darkAt));

/** The light and dark palettes of `src/ui/tokens.css`, by name. */
export const colours = {
  light,
  dark: new Map([...light, ...coloursIn(css.slice(darkAt))]),
};

/** Throws if the palette has no such colour. */
export function colour(scheme: keyof typeof colours, name: string): string {
  const hex = colours[scheme].get(name);
  if (hex === undefined) throw new Error(`src/ui/tokens.css has no --${name}.`);
  return hex;
}
