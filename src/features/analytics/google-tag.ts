import { ANALYTICS_ORIGIN } from '../../domain/web-names.ts';
import type { AnalyticsEvent, AnalyticsProvider } from './analytics.ts';

const COLLECT_URL = `${ANALYTICS_ORIGIN}/g/collect`;

export type GoogleTagSettings = Readonly<{
  /** 'G-…' */
  measurementId: string;
  /** The page's origin. Analytics sends no other part of the page's address. */
  origin: string;
  /** A random number for this visit. It is not the device's identifier, and it is not stored. */
  visitor: string;
  fetch: typeof fetch;
}>;

function queryOf(event: AnalyticsEvent, settings: GoogleTagSettings): URLSearchParams {
  const query = new URLSearchParams({
    v: '2',
    tid: settings.measurementId,
    cid: settings.visitor,
    en: event.name,
    // No personalised advertising.
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
 * Sends events to Google Analytics' collect endpoint. The app does not use gtag.js, because its content security policy
 * forbids foreign scripts. The response is opaque: the page only learns whether the request succeeded. The policy's
 * connect-src must allow the endpoint's origin. The reference server reads it in the build.
 */
export function createGoogleTag(settings: GoogleTagSettings): AnalyticsProvider {
  return {
    async send(event) {
      try {
        await settings.fetch(`${COLLECT_URL}?${queryOf(event, settings)}`, {
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
