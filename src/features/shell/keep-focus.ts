import { pause } from '../../platform/timers.ts';

const nameOf = (element: HTMLElement): string | null => element.getAttribute('name');

/** Compares two elements: a field by its name, another element by its id, or by its link target and text. */
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
 * Runs `replace`, which puts new markup of the same page into `root`. Then moves the focus and caret to the matching
 * element. The person may have focused a link or begun to type before the app's code was loaded.
 */
export function keepFocus(root: HTMLElement, replace: () => void): void {
  const focused = document.activeElement;
  const place = focused instanceof HTMLElement ? sameIn(root, focused).indexOf(focused) : -1;
  replace();
  if (!(focused instanceof HTMLElement) || place < 0) return;
  const target = sameIn(root, focused)[place];
  target?.focus({ preventScroll: true });
  // `selectionStart` is null if the element has no caret, such as a radio button.
  if (
    focused instanceof HTMLInputElement &&
    target instanceof HTMLInputElement &&
    focused.selectionStart !== null
  )
    target.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

const MAX_CHOICE_MS = 5_000;

/** Waits while an empty list is focused, for at most 5 s: replacing an open list would close it. */
export async function choiceMade(): Promise<void> {
  const list = document.activeElement;
  if (!(list instanceof HTMLSelectElement) || list.value !== '') return;
  const made = new Promise((resolve) => {
    for (const end of ['change', 'blur']) list.addEventListener(end, resolve);
  });
  await Promise.race([made, pause(MAX_CHOICE_MS)]);
}
