import type { HtmlTagDescriptor, Plugin } from 'vite';
import { colour } from './colours.ts';

/** The colour of the browser's own bar, equal to the page's. Home has another one. */
export const themeColourTags: HtmlTagDescriptor[] = (['light', 'dark'] as const).map((scheme) => ({
  tag: 'meta',
  attrs: {
    name: 'theme-color',
    content: colour(scheme, 'paper'),
    media: `(prefers-color-scheme: ${scheme})`,
  },
  injectTo: 'head',
}));

/** Returns Home's HTML with the colour of its panel, which begins at the top of the screen. */
export const withHomeColour = (html: string): string =>
  (['light', 'dark'] as const).reduce(
    (page, scheme) =>
      page.replace(
        `name="theme-color" content="${colour(scheme, 'paper')}"`,
        `name="theme-color" content="${colour(scheme, 'hero-top')}"`,
      ),
    html,
  );

export function themeColour(): Plugin {
  return { name: 'veld-theme-colour', transformIndexHtml: () => themeColourTags };
}
