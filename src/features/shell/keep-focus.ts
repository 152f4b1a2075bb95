import { pause } from '../../platform/timers.ts';

const nameOf = (element: HTMLElement): string | null => element.getAttribute('name');

/** A field has its name; what has none is known by its id, or by where it leads and what it says. */
const isSame = (one: HTMLElement, other: HTMLElement): boolean =>
  nameOf(one) === null
    ? one.id === other.id &&
      (one.id !== '' ||
        (one.getAttribute('href') === other.getAttribute('href') &&
          one.textContent === other.textContent))
    : nameOf(one) === nameOf(other);

const sameIn = (root: HTMLElement, wanted: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(wanted.tagName)].filter((each) => isSame(each, wanted));

/**
 * Runs `replace`, which puts new markup of the same page into `root`. Then moves focus and caret to the matching element.
 * The person may have tabbed to a link or begun to type before the app's code was loaded.
 */
export function keepFocus(root: HTMLElement, replace: () => void): void {
  const focused = document.activeElement;
  const place = focused instanceof HTMLElement ? sameIn(root, focused).indexOf(focused) : -1;
  replace();
  if (!(focused instanceof HTMLElement) || place < 0) return;
  const target = sameIn(root, focused)[place];
  target?.focus({ preventScroll: true });
  // Null where there is no caret, such as at a choice.
  if (
    focused instanceof HTMLInputElement &&
    target instanceof HTMLInputElement &&
    focused.selectionStart !== null
  )
    target.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

const MAX_CHOICE_MS = 5_000;

/** Resolves when nobody is about to choose from a list: one that is open would close in the person's hands. */
export async function choiceMade(): Promise<void> {
  const list = document.activeElement;
  if (!(list instanceof HTMLSelectElement) || list.value !== '') return;
  const made = new Promise((resolve) => {
    for (const end of ['change', 'blur']) list.addEventListener(end, resolve);
  });
  await Promise.race([made, pause(MAX_CHOICE_MS)]);
}
