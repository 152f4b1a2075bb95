import { useEffect, useState } from 'react';
import { every } from '../timers.ts';

/** The clock, in ms since 1970, moving on every `tickMs`: for whatever a screen says of time. */
export function useNow(tickMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => every(tickMs, () => setNow(Date.now())), [tickMs]);
  return now;
}
