type LoadFailure = Event & { readonly payload?: unknown };

const failures = new WeakSet<object>();

/**
 * Remembers which errors came from code that could not be fetched, as the build's loader reports them
 * ('vite:preloadError'), so that nobody has to guess it from an error's text. Call once, at start.
 */
export function watchFailedLoads(page: EventTarget = window): () => void {
  function remember(event: LoadFailure) {
    if (typeof event.payload === 'object' && event.payload !== null) failures.add(event.payload);
  }
  page.addEventListener('vite:preloadError', remember);
  return () => page.removeEventListener('vite:preloadError', remember);
}

export function isFailedLoad(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}
