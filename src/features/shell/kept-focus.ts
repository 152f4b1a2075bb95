const isSame = (one: HTMLElement, other: HTMLElement): boolean =>
  one.id === other.id &&
  (one.id !== '' ||
    (one.getAttribute('href') === other.getAttribute('href') &&
      one.textContent === other.textContent));

const sameIn = (root: HTMLElement, wanted: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(wanted.tagName)].filter((each) => isSame(each, wanted));

/**
 * Runs `replace`, which puts other markup of the same page into `root`. Whoever has the focus on something there, such as
 * a link that they reached with Tab before the app's code came, has it on the same thing afterwards.
 */
export function keepFocus(root: HTMLElement, replace: () => void): void {
  const focused = document.activeElement;
  const place = focused instanceof HTMLElement ? sameIn(root, focused).indexOf(focused) : -1;
  replace();
  if (focused instanceof HTMLElement && place >= 0)
    sameIn(root, focused)[place]?.focus({ preventScroll: true });
}
