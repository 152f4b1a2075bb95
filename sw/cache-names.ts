/** Caches of the Angular service worker that was at this address before. */
export const OLD_CACHES = /^ngsw:/;

/** Caches that can be downloaded again. The cache with secrets must never be deleted here. */
export const REFETCHABLE_CACHES = /^(?:workbox-precache|ngsw:|veld-late$)/;
