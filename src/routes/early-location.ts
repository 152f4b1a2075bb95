import { useEffect } from 'react';

/** Looks for the place from a form's start on where the person allowed it before; elsewhere not even its code is loaded. */
export function useEarlyLocation(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function watch(): Promise<void> {
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      if (state !== 'granted') return;
      const { watchLocation } = await import('../features/capture/location/use-best-location.ts');
      if (!signal.aborted) signal.addEventListener('abort', watchLocation());
    }
    // The Sign section asks again, and says what goes wrong.
    watch().catch(() => undefined);
    return () => leaving.abort();
  }, []);
}
