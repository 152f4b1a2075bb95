import type { HtmlTagDescriptor, Plugin } from 'vite';
import { colour } from './colours.ts';

/** The colour of the browser's own bar, equal to the app bar's colour in both colour schemes. */
export const themeColourTags: HtmlTagDescriptor[] = (['light', 'dark'] as const).map((scheme) => ({
  tag: 'meta',
  attrs: {
    name: 'theme-color',
    content: colour(scheme, 'bar'),
    media: `(prefers-color-scheme: ${scheme})`,
  },
  injectTo: 'head',
}));

export function themeColour(): Plugin {
  return { name: 'veld-theme-colour', transformIndexHtml: () => themeColourTags };
}
