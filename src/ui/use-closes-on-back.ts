import { useEffect, useRef } from 'react';
import { historyEntries } from './history-entries.ts';

/** The phone's Back closes what lies over the screen instead of leaving it. On every browser: few have a CloseWatcher. */
export function useClosesOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(
    () => (isOpen ? historyEntries().openLayer(() => latest.current()) : undefined),
    [isOpen],
  );
}
