import type { AnalyticsEvent, AnalyticsProvider } from './analytics.ts';

const collectAddress = 'https://www.google-analytics.com/g/collect';

export type GoogleTagSettings = Readonly<{
  /** 'G-…' */
  measurementId: string;
  /** The page's origin, which is all that goes out of its address. */
  origin: string;
  /** A random number for this visit; it is not the device's identifier, and is not kept. */
  visitor: string;
  fetch: typeof fetch;
}>;

function queryOf(event: AnalyticsEvent, settings: GoogleTagSettings): URLSearchParams {
  const query = new URLSearchParams({
    v: '2',
    tid: settings.measurementId,
    cid: settings.visitor,
    en: event.name,
    // No signals for advertising.
    npa: '1',
    dl: settings.origin + (event.name === 'page_view' ? event.route.replace(':id', 'id') : '/'),
  });
  if ('count' in event) {
    query.set('ep.kind', event.kind);
    query.set('epn.count', String(event.count));
  }
  return query;
}

/**
 * Google's tag, spoken to at its collecting address: the app's content security policy lets no foreign script in, so
 * gtag.js itself stays out. The answer is opaque; that the request went through is all that can be known.
 * The policy's connect-src must allow https://www.google-analytics.com in builds that set an id.
 */
export function createGoogleTag(settings: GoogleTagSettings): AnalyticsProvider {
  return {
    async send(event) {
      try {
        await settings.fetch(`${collectAddress}?${queryOf(event, settings)}`, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          keepalive: true,
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}
