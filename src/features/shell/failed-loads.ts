type LoadFailure = Event & { readonly payload?: unknown };

const failures = new WeakSet<object>();

/**
 * Remembers which errors mean that code could not be loaded. Vite's loader reports them ('vite:preloadError'), so that they need
 * not be recognised by their text. Call once, at the start.
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
