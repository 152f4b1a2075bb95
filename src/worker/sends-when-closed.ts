type Place = Readonly<{ navigator?: object; document?: object }>;

/**
 * True if the browser can send waiting submissions while Veld is closed (Background Sync). Chromium can. Firefox and
 * every browser on iOS cannot, so texts must not promise it there. True in prerendered HTML. The Permissions API is not
 * asked: some browsers report the permission as denied and run the sync all the same.
 */
export function sendsWhenClosed(place: Place = globalThis): boolean {
  if (place.document === undefined) return true;
  return (
    place.navigator !== undefined && 'serviceWorker' in place.navigator && 'SyncManager' in place
  );
}
