import { sendsWhenClosed } from './sends-when-closed.ts';

type Place = Readonly<{ navigator?: object; document?: object }>;

/** Only browsers on iOS have this property; it is true in what was added to the home screen. */
export const isIos = (navigator: object = globalThis.navigator): boolean =>
  'standalone' in navigator;

/**
 * The agent's task for unsent work: none, to keep Veld open, or to open it before the browser deletes it. Browsers on iOS delete a
 * site's data after 7 days of use without a visit, unless it is on the home screen.
 */
export type UnsentAdvice = 'none' | 'open' | 'open-within-7-days';

export function unsentAdvice(place: Place = globalThis): UnsentAdvice {
  if (sendsWhenClosed(place)) return 'none';
  const { navigator = {} } = place;
  const isInSafari = 'standalone' in navigator && navigator.standalone !== true;
  return isInSafari ? 'open-within-7-days' : 'open';
}
