import { useEffect, useState } from 'react';

const TICK_MS = 5_000;

/** The clock, in ms since 1970, moving on every 5 seconds: for 'next try 14:05' and leases that run out unseen. */
export function useNow(read: () => number = Date.now): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), TICK_MS);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
