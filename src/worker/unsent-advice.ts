type Place = Readonly<{
  navigator?: Readonly<{ serviceWorker?: Readonly<{ controller: object | null }> }>;
  document?: object;
}>;

/**
 * True if waiting submissions are sent while Veld is closed. That needs Background Sync, and a worker that controls the
 * page. Chromium has Background Sync. Firefox and every browser on iOS do not, so texts must not promise it there. The
 * prerendered HTML assumes true. Does not ask the Permissions API: some browsers report 'denied' and still run the sync.
 */
export function sendsWhenClosed(place: Place = globalThis): boolean {
  if (place.document === undefined) return true;
  return Boolean(place.navigator?.serviceWorker?.controller) && 'SyncManager' in place;
}

/** Only browsers on iOS have this property. It is true if the app runs from the home screen. */
export const isIos = (navigator: object = globalThis.navigator): boolean =>
  'standalone' in navigator;

/** After this many days of use without a visit, browsers on iOS delete a site's data. */
export const DAYS_WITHOUT_VISIT = 7;

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
