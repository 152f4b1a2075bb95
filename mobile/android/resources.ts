import { readFileSync } from 'node:fs';
import { colour } from '../../vite/colours.ts';
import { manifest } from '../../vite/manifest.ts';
import settings from '../settings.json' with { type: 'json' };
import { ground, vectorDrawable } from './vector-drawable.ts';

/** By its full name, so that it is found whatever the package is called. */
const LAUNCHER = 'veld.app.LauncherActivity';

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const SCHEMA = 'xmlns:android="http://schemas.android.com/apk/res/android"';

type Value = readonly [type: 'string' | 'color', name: string, value: string];

/** The page at a path of the host. */
const pageAt = (path = '/'): string => new URL(path, `https://${settings.host}`).href;

const shortcuts = (manifest.shortcuts ?? []).map(
  ({ name, short_name = name, url, icons = [] }) => ({
    id: (icons[0]?.src ?? '').replace(/^\/icons\/|-\d+\.png$/g, ''),
    name,
    short: short_name,
    page: pageAt(url),
  }),
);

/** The resources that the app takes from the website, by their path under `res`. */
export function webResources(): Readonly<Record<string, string>> {
  return {
    'values/web.xml': values([
      ['string', 'name', settings.shortName],
      ['string', 'host', settings.host],
      ['string', 'start_url', pageAt(manifest.start_url)],
      ['string', 'splash_authority', `${settings.package}.splash`],
      ['string', 'asset_statements', assetStatements()],
      ...shortcuts.flatMap(({ id, name, short }): Value[] => [
        ['string', `${id}_short`, short],
        ['string', `${id}_long`, name],
      ]),
      ['color', 'icon_ground', ground(svg('maskable'))],
      ...colours('light'),
    ]),
    'values-night/web.xml': values(colours('dark')),
    'xml/shortcuts.xml': `${XML}<shortcuts ${SCHEMA}>${shortcuts.map(shortcutXml).join('')}</shortcuts>\n`,
    ...Object.fromEntries(
      ['icon', ...shortcuts.map(({ id }) => id)].map((name) => [
        `drawable/${name}.xml`,
        `${XML}${vectorDrawable(svg(name))}\n`,
      ]),
    ),
  };
}

/** The colour of Home's panel, for the phone's bars and for the splash screen. */
const colours = (scheme: 'light' | 'dark'): readonly Value[] => [
  ['color', 'bar', colour(scheme, 'hero-top')],
];

const svg = (name: string): string =>
  readFileSync(new URL(`../../public/icons/${name}.svg`, import.meta.url), 'utf8');

/** Says to the phone that the host is ours; the host says the same of the app, at `/.well-known/assetlinks.json`. */
const assetStatements = (): string =>
  JSON.stringify([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'web', site: `https://${settings.host}` },
    },
  ]);

function values(all: readonly Value[]): string {
  const lines = all.map(
    ([type, name, value]) => `<${type} name="${name}">${escaped(value)}</${type}>`,
  );
  return `${XML}<resources>\n${lines.join('\n')}\n</resources>\n`;
}

/** For XML, and for what Android reads in a string's text: quotes, backslashes, and a first letter that calls a resource. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\'"]/g, '\\$&')
    .replace(/^[@?]/, '\\$&');

const shortcutXml = ({ id, page }: (typeof shortcuts)[number]): string =>
  `<shortcut android:shortcutId="${id}" android:icon="@drawable/${id}" ` +
  `android:shortcutShortLabel="@string/${id}_short" android:shortcutLongLabel="@string/${id}_long">` +
  `<intent android:action="android.intent.action.VIEW" android:targetPackage="${settings.package}" ` +
  `android:targetClass="${LAUNCHER}" android:data="${page}"/></shortcut>`;
