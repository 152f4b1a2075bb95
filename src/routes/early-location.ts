import { useEffect } from 'react';

/**
 * Starts to look for the location once a form is begun, if the person allowed that before. Otherwise its code is not loaded,
 * nor by a look at an empty form.
 */
export function useEarlyLocation(isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    async function watch(): Promise<void> {
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      if (state !== 'granted') return;
      const { watchLocation } = await import('../features/capture/location/use-best-location.ts');
      if (!signal.aborted) signal.addEventListener('abort', watchLocation());
    }
    // Errors are ignored: the Sign section looks for the location again and shows errors.
    watch().catch(() => undefined);
    return () => leaving.abort();
  }, [isBegun]);
}
