import type { ManifestOptions } from 'vite-plugin-pwa';
import mobile from '../mobile/settings.json' with { type: 'json' };
import { manifestText } from '../src/messages/prerendered.ts';
import { pagesText, shellText } from '../src/messages/shell.ts';
import { HOME_PATH, REGISTER_PATH, REPLACE_PATH } from '../src/paths/page-paths.ts';
import { colour } from './colours.ts';

const icon = (name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

/** A phone of 360 × 740 CSS px with two device pixels per CSS px. */
const screenshot = (name: string, label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes: '720x1480',
  type: 'image/png',
  form_factor: 'narrow' as const,
  label,
});

const t = manifestText();
const titles = pagesText();
const names = shellText();

/** The web app manifest: the texts and icons that the phone shows for the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: mobile.name,
  short_name: mobile.shortName,
  description: t.description,
  lang: 'en-ZA',
  dir: 'ltr',
  scope: '/',
  start_url: HOME_PATH,
  display: 'standalone',
  theme_color: colour('light', 'hero-top'),
  background_color: colour('light', 'hero-top'),
  categories: ['business', 'productivity', 'utilities'],
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-192', 192, 'maskable'),
    icon('maskable-512', 512, 'maskable'),
  ],
  screenshots: [
    screenshot('home', t.home),
    screenshot('form', t.form),
    screenshot('outbox', t.outbox),
  ],
  shortcuts: [
    {
      name: titles.register,
      short_name: names.register,
      url: REGISTER_PATH,
      icons: [icon('register-96', 96, 'any')],
    },
    {
      name: titles.replace,
      short_name: names.replace,
      url: REPLACE_PATH,
      icons: [icon('replace-96', 96, 'any')],
    },
  ],
};
