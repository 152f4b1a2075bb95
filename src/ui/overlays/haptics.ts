/** The vibrations, in ms: on, off, on. */
const patterns = {
  /** Submit is done, or the customer has signed. */
  done: [15],
  sent: [10, 40, 10],
  refused: [40, 60, 40],
  wrong: [40],
} as const;

/**
 * Lets the phone vibrate for an outcome. Does nothing on a phone without a motor, without a touch on the page, with
 * reduced motion, or while the page is hidden.
 */
export function buzz(outcome: keyof typeof patterns): void {
  const { userActivation }: { userActivation?: { hasBeenActive: boolean } } = navigator;
  if (!('vibrate' in navigator) || userActivation?.hasBeenActive === false) return;
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate([...patterns[outcome]]);
}
