const isSame = (one: HTMLElement, other: HTMLElement): boolean =>
  one.id === other.id &&
  (one.id !== '' ||
    (one.getAttribute('href') === other.getAttribute('href') &&
      one.textContent === other.textContent));

const sameIn = (root: HTMLElement, wanted: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(wanted.tagName)].filter((each) => isSame(each, wanted));

/**
 * Runs `replace`, which replaces the markup in `root` by new markup of the same page, and moves the focus to the element that
 * corresponds to the one that had it: a person may have tabbed to a link before the app's code was loaded.
 */
export function keepFocus(root: HTMLElement, replace: () => void): void {
  const focused = document.activeElement;
  const place = focused instanceof HTMLElement ? sameIn(root, focused).indexOf(focused) : -1;
  replace();
  if (focused instanceof HTMLElement && place >= 0)
    sameIn(root, focused)[place]?.focus({ preventScroll: true });
}
