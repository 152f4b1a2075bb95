type Place = Readonly<{ navigator?: object; document?: object }>;

/**
 * Whether the browser sends what waits though Veld is closed: Chromium does, Firefox and everything on iOS do not. Texts
 * must not promise it elsewhere. True in HTML made at build. The permission says nothing: browsers deny it and do it.
 */
export function sendsWhenClosed(place: Place = globalThis): boolean {
  if (place.document === undefined) return true;
  return (
    place.navigator !== undefined && 'serviceWorker' in place.navigator && 'SyncManager' in place
  );
}
