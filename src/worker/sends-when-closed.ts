type Place = Readonly<{ navigator?: object; document?: object }>;

/**
 * True if the browser can send waiting submissions while Veld is closed (Background Sync). Chromium
 * can. Firefox and every browser on iOS cannot, so texts must not promise it there. The prerendered
 * HTML assumes true. Does not ask the Permissions API: some browsers report 'denied' and still run
 * the sync.
 */
export function sendsWhenClosed(place: Place = globalThis): boolean {
  if (place.document === undefined) return true;
  return (
    place.navigator !== undefined && 'serviceWorker' in place.navigator && 'SyncManager' in place
  );
}
