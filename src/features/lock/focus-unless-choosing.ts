/** Moves the focus there, but not away from somebody who goes through a choice by its arrow keys. */
export function focusUnlessChoosing(element: HTMLElement | null): void {
  if (document.activeElement?.matches('input[type=radio]:focus-visible')) return;
  element?.focus();
}
