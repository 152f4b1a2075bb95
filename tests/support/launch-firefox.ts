import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BrowserContext, firefox } from '@playwright/test';
import { contextOptions, type DeviceOptions } from './device-options.ts';
import { madeOnce } from './made-once.ts';

/**
 * What Firefox writes down at its first start (its own code compiled, its databases), made once: that is half of a start's work.
 */
async function startedProfile(path: string): Promise<string> {
  const folder = await madeOnce('firefox', async (into) => {
    const profile = join(into, 'profile');
    mkdirSync(profile);
    const context = await startFirefox(profile, 'http://localhost', {}, path);
    await context.close();
  });
  return join(folder, 'profile');
}

/** Firefox over a profile's folder. */
export async function launchFirefox(
  profile: string,
  address: string,
  options: DeviceOptions,
  path: string,
): Promise<BrowserContext> {
  if (readdirSync(profile).length === 0)
    cpSync(await startedProfile(path), profile, {
      recursive: true,
      // It names the process that had the profile.
      filter: (source) => basename(source) !== 'lock',
    });
  const context = await startFirefox(profile, address, options, path);
  await context.addInitScript(typeAsPeopleDo);
  return context;
}

async function startFirefox(
  profile: string,
  address: string,
  options: DeviceOptions,
  path: string,
): Promise<BrowserContext> {
  const { colorScheme, isLocated = true, isPrivate = false } = options;
  const relay = join(import.meta.dirname, 'firefox-relay.ts');
  const program = join(profile, 'relay.sh');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${relay}" "${path}" "$@"\n`);
  chmodSync(program, 0o755);
  return firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: program,
    firefoxUserPrefs: {
      // As on a phone: no bar takes width from the page.
      'ui.useOverlayScrollbars': 1,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      // Allowed, or blocked: nobody is there to answer a question.
      'permissions.default.geo': isLocated ? 1 : 2,
      'browser.privatebrowsing.autostart': isPrivate,
    },
    ...contextOptions(address, options),
  });
}

/**
 * Runs in each page of Firefox. Playwright would set a field's value from inside the page, which React takes for its own doing and
 * forgets: so the browser's own command types it.
 */
function typeAsPeopleDo(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => document.execCommand('insertText', false, text),
    set: () => undefined,
  });
}
