import { useEffect, useState } from 'react';
import { every } from '../../platform/timers.ts';

/** The current time in ms since 1970, updated every `tickMs`. For texts that depend on the time. */
export function useNow(tickMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => every(tickMs, () => setNow(Date.now())), [tickMs]);
  return now;
}
