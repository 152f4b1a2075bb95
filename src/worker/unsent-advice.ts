import { sendsWhenClosed } from './sends-when-closed.ts';

type Place = Readonly<{ navigator?: object; document?: object }>;

/** Only browsers on iOS have this property. It is true if the app runs from the home screen. */
export const isIos = (navigator: object = globalThis.navigator): boolean =>
  'standalone' in navigator;

/**
 * The agent's task for unsent work: none, to open Veld, or to open Veld before the browser deletes the work. Browsers
 * on iOS delete a site's data after 7 days of use without a visit, unless the site is on the home screen.
 */
export type UnsentAdvice = 'none' | 'open' | 'open-within-7-days';

export function unsentAdvice(place: Place = globalThis): UnsentAdvice {
  if (sendsWhenClosed(place)) return 'none';
  const { navigator = {} } = place;
  const isInSafari = 'standalone' in navigator && navigator.standalone !== true;
  return isInSafari ? 'open-within-7-days' : 'open';
}
