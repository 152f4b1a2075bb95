import type { KeyboardEvent } from 'react';

/** What is filled in by keys, or by choosing from a list. */
const toFill = 'input:not([type="radio"], [type="checkbox"], [type="file"]), select, textarea';

/**
 * Enter goes on to the next field to fill in; at the last it is left to the browser, which then presses 'Next'. Before that
 * nothing is checked: nobody is told what is wrong with fields they have not come to.
 */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type === 'file') return;
  const following = [...currentTarget.querySelectorAll<HTMLElement>(toFill)].find(
    (field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (following === undefined) return;
  event.preventDefault();
  following.focus();
}
