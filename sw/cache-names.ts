/** Caches of the Angular service worker that had this address before. */
export const OLD_CACHES = /^ngsw:/;

/** What can be fetched again: those, and the precache. Secrets lie in a cache, too, and nothing here may ever take that away. */
export const FETCHED_CACHES = /^(?:workbox-precache|ngsw:)/;
