import { useEffect, useState } from 'react';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { lookAtPhone, type PhoneFacts } from './look-at-phone.ts';
import { type ReadyLine, readyLines } from './ready-lines.ts';

/** The lines as the phone is now, and how to look again; null while it is looked at. */
export function useReadyLines(
  store: Store,
): Readonly<{ lines: readonly ReadyLine[] | null; look: () => void }> {
  const [phone, setPhone] = useState<PhoneFacts | null>(null);
  const [looks, setLooks] = useState(0);
  const records = useStored(() => store.queries.readiness(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when asked.
  useEffect(() => {
    let left = false;
    const look = () =>
      void lookAtPhone().then((found) => {
        if (!left) setPhone(found);
      });
    look();
    // What was allowed in the browser's settings shows when the person comes back.
    document.addEventListener('visibilitychange', look);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', look);
    };
  }, [looks]);
  const lines =
    phone === null || records === undefined
      ? null
      : readyLines({ ...phone, records, now: Date.now() });
  return { lines, look: () => setLooks((n) => n + 1) };
}
