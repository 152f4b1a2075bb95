import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { showUpdateNotice } from '../../../src/app/updates-when-idle.ts';
import {
  errorText,
  isFailedLoad,
  watchFailedLoads,
} from '../../../src/features/shell/error-screen.tsx';
import { guardBackForward, Shell, type ShellProps } from '../../../src/features/shell/shell.tsx';
import type { ToastOptions } from '../../../src/ui/overlays/toasts.ts';

const live = { name: 'live', showsBanner: false, showsBadge: false } as const;
const shell = (props: Partial<ShellProps> = {}) =>
  renderToStaticMarkup(
    <Shell chrome="full" environment={live} {...props}>
      <main id="main">screen</main>
    </Shell>,
  );
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, inner]) => `${href} ${inner?.replaceAll(/<[^>]+>/g, '')}`,
  );

describe('the shell', () => {
  it('starts with a skip link, and links to every page', () => {
    expect(links(shell())).toEqual([
      '#main Skip to content',
      '/ Veld',
      '/ Home',
      '/outbox Outbox',
      '/settings Settings',
      '/help/guide Help',
    ]);
  });

  it('gives a form the space and an exit, with title and status in one bar', () => {
    const html = shell({ chrome: 'focus', title: 'Register a SIM' });
    expect(links(html)).toEqual(['#main Skip to content', '/ Home']);
    expect(html).toMatch(/<header.*<h1>Register a SIM<\/h1>.*Online.*<\/header>/);
  });

  it('has the title or the brand in the bar, and help on Home', () => {
    expect(shell({ title: 'Outbox' })).toMatch(/<header.*<h1>Outbox<\/h1>.*<\/header>/);
    expect(links(shell({ title: 'Outbox' }))).not.toContain('/ Veld');
    expect(links(shell({ chrome: 'home' }))).toContain('/help/guide Help');
  });

  it('keeps only the status around the lock screen', () => {
    const html = shell({ chrome: 'bare' });
    expect(links(html)).toEqual(['#main Skip to content']);
    expect(html).toContain('Online');
  });

  it('shows online, and no environment, on the live host', () => {
    expect(shell()).toContain('Online');
    expect(shell()).not.toMatch(/made-up|In Development|waiting/);
  });

  it('names the environment and ‘In Development’', () => {
    const html = shell({ environment: { name: 'dev', showsBanner: true, showsBadge: true } });
    expect(html).toContain('Test server: use made-up customers');
    expect(html).toContain('In Development');
  });

  it('can be rendered before the host is known', () => {
    expect(shell({ environment: null })).toContain('screen');
  });
});

it('announces an update in these words, for 10 s that no pointer pauses', () => {
  const shown: (ToastOptions & { message: string })[] = [];
  const closed: string[] = [];
  const takeAway = showUpdateNotice(
    (message, options) => shown.push({ message, ...options }),
    (how) => closed.push(how),
  );
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({
    kind: 'info',
    title: 'New version available!',
    message: 'We will refresh the page and update in a few seconds.',
    duration: 10_000,
    pauseOnHover: false,
    staysOnLeaving: true,
  });
  shown[0]?.onClose?.('time');
  shown[0]?.onClose?.('hand');
  expect(closed).toEqual(['time', 'person']);
  expect(shown[0]?.withdrawal?.aborted).toBe(false);
  takeAway();
  expect(shown[0]?.withdrawal?.aborted).toBe(true);
  shown[0]?.onClose?.('withdrawn');
  expect(closed).toHaveLength(2);
});

describe('an error that ended a screen', () => {
  it('is recognised as failed loading without reading its text', () => {
    const page = new EventTarget();
    const error = new TypeError('whatever the browser says');
    const stop = watchFailedLoads(page);
    page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    expect(isFailedLoad(error)).toBe(true);
    expect(isFailedLoad(new TypeError('whatever the browser says'))).toBe(false);
    stop();
    const later = new Error();
    page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: later }));
    expect(isFailedLoad(later)).toBe(false);
  });

  it('names the error, the safe data and the next step', () => {
    const say = (failedLoad: boolean, online: boolean, errorName = 'TypeError') =>
      errorText({ failedLoad, online, errorName });
    expect(say(true, false).title).toBe('This screen is not on your phone yet');
    expect(say(true, true).title).toBe('This screen could not be loaded');
    expect(say(false, true, 'VersionError').title).toBe('Veld must be updated');
    expect(say(false, true, 'QuotaExceededError').title).toContain('storage');
    expect(say(false, true).title).toBe('Something went wrong on this screen');
    for (const words of [say(true, false), say(true, true), say(false, false)])
      expect(words.happened).toContain('Your work is safe on this phone.');
  });
});

describe('a page in the back/forward cache', () => {
  const transition = (name: string, persisted: boolean) =>
    Object.assign(new Event(name), { persisted });

  it('is hidden when it enters the cache, and reloads when it leaves', () => {
    let reloads = 0;
    const root = { hidden: false };
    const page = Object.assign(new EventTarget(), {
      location: { reload: () => (reloads += 1) },
      document: { documentElement: root } as unknown as Document,
    });
    const stop = guardBackForward(page as never);
    page.dispatchEvent(transition('pageshow', false));
    page.dispatchEvent(transition('pagehide', false));
    expect([root.hidden, reloads]).toEqual([false, 0]);
    page.dispatchEvent(transition('pagehide', true));
    page.dispatchEvent(transition('pageshow', true));
    expect([root.hidden, reloads]).toEqual([true, 1]);
    stop();
    page.dispatchEvent(transition('pageshow', true));
    expect(reloads).toBe(1);
  });
});
