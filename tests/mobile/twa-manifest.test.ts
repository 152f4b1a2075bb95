import { expect, it } from 'vitest';
import { versionCode } from '../../mobile/android/build-apk.ts';
import settings from '../../mobile/settings.json' with { type: 'json' };
import twaManifest from '../../mobile/twa-manifest.json' with { type: 'json' };
import project from '../../package.json' with { type: 'json' };
import { colour } from '../../vite/colours.ts';
import { manifest } from '../../vite/manifest.ts';

const at = (path: string | undefined): string =>
  new URL(path ?? '', `https://${settings.host}`).href;
const iconFor = (purpose: string): string =>
  at(manifest.icons?.find((icon) => icon.purpose === purpose && icon.sizes === '512x512')?.src);

it('the settings for a bundle by Bubblewrap are those of the app and of the web manifest', () => {
  expect(twaManifest).toMatchObject({
    packageId: settings.package,
    host: settings.host,
    name: manifest.name,
    launcherName: manifest.short_name,
    display: manifest.display,
    themeColor: manifest.theme_color,
    themeColorDark: colour('dark', 'hero-top'),
    navigationColor: manifest.theme_color,
    navigationColorDark: colour('dark', 'hero-top'),
    backgroundColor: manifest.background_color,
    startUrl: manifest.start_url,
    iconUrl: iconFor('any'),
    maskableIconUrl: iconFor('maskable'),
    appVersion: project.version,
    appVersionCode: versionCode(project.version),
    shortcuts: manifest.shortcuts?.map(({ name, short_name, url, icons }) => ({
      name,
      shortName: short_name,
      url,
      chosenIconUrl: at(icons?.[0]?.src),
    })),
  });
});
