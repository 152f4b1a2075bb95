import { useEffect } from 'react';

/** Chrome on Android has it, and lets an installed app use it; its type is in no library of TypeScript's. */
type Lockable = Partial<
  Readonly<{ lock: (orientation: 'landscape') => Promise<void>; unlock: () => void }>
>;

/** Turns the screen on its side for as long as the component stands, where the browser lets it. */
export function useLandscape(): void {
  useEffect(() => {
    const orientation = screen.orientation as Lockable | undefined;
    const locked = orientation?.lock?.('landscape').then(
      () => true,
      // Elsewhere the person turns the phone, or signs as it is.
      () => false,
    );
    return () => void locked?.then((isLocked) => isLocked && orientation?.unlock?.());
  }, []);
}
