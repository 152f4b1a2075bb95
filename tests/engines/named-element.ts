import type { Pressable } from './phone.ts';

/**
 * Runs in the page. Returns the element with this name at the middle of the screen. Returns null if there is none, or if it cannot be
 * pressed yet: it is busy, or its section still slides in. WebKit's driver would press its old position.
 */
export function namedElement(kind: Pressable | 'field', name: string): Element | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    section: 'nav li button',
    field: 'input, select, textarea, [role=group], canvas',
  };
  const nameOf = (element: Element): string => {
    // The button's whole text also says how far the section is filled in.
    if (kind === 'section') return element.lastElementChild?.textContent ?? '';
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = 'labels' in element ? Array.from(element.labels as NodeListOf<Element>) : [];
    const named = [...ids.map((id) => document.getElementById(id)), ...labels];
    const words = named.map((one) => one?.textContent ?? '').join(' ');
    const spoken = element.cloneNode(true) as Element;
    for (const hidden of spoken.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return (element.getAttribute('aria-label') ?? (words || spoken.textContent))
      .replace(/\s+/g, ' ')
      .trim();
  };
  const isMoving = (element: Element): boolean =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect instanceof KeyframeEffect &&
          effect.target?.contains(element),
      );
  // Elements below an open dialog cannot be pressed.
  const place = document.querySelector('dialog[open]') ?? document;
  for (const element of place.querySelectorAll(selectors[kind])) {
    if (nameOf(element) !== name || element.getClientRects().length === 0) continue;
    if (element.matches(':disabled, [aria-busy=true], [inert] *') || isMoving(element)) continue;
    element.scrollIntoView({ block: 'center' });
    return element;
  }
  return null;
}
