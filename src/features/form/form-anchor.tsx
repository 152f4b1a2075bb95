import type { ReactNode } from 'react';
import type { FormPart } from '../../domain/forms/form.ts';
import { schedule } from '../../platform/timers.ts';
import styles from './form-layout.module.css';

export const anchorId = (name: string): string => `place-${name}`;

export interface FormAnchorProps {
  /** A field, a file kind or a part of the form. */
  readonly name: string;
  readonly onEnter: (name: string) => void;
  /** Shows a red line beside the label, message and control. */
  readonly isWrong: boolean;
  /** True if the field takes half a line when there is space for two. */
  readonly isHalf?: boolean;
  /** Set for a part of the form. On a wide screen, the signature is beside the others. */
  readonly part?: FormPart;
  readonly children: ReactNode;
}

/** A target for the focus. Calls `onEnter` when the focus arrives. */
export function FormAnchor({ name, onEnter, isWrong, isHalf, part, children }: FormAnchorProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only receives focus events; the control inside acts.
    <div
      className={isWrong ? styles['wrong'] : undefined}
      data-half={isHalf ? '' : undefined}
      data-part={part}
      id={anchorId(name)}
      onFocus={({ currentTarget, target }) => {
        // Fields inside a document kind or a part have their own anchors.
        if (target.closest('[id^="place-"]') !== currentTarget) return;
        onEnter(name);
        // For a text area that the bar covers in part, Chromium does not scroll by itself.
        if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' });
      }}
    >
      {children}
    </div>
  );
}

/** Excludes chips and 'Use it anyway', which come before their control. */
const controls =
  'input, select, textarea, button:not([aria-pressed], [data-aside]), canvas[tabindex]';

const MAX_WAIT_MS = 10_000;

let endKeeping = (): void => {};

/** The space above the label, in px: the line with the number of errors fits there. */
const LABEL_TOP = 96;

/**
 * Scrolls the label near the top, and again after each change of size, such as an added notice. The keyboard covers only
 * the lower part of the screen. Ends when the person acts.
 */
function keepInView(place: HTMLElement, control: HTMLElement): void {
  endKeeping();
  const ending = new AbortController();
  endKeeping = () => ending.abort();
  function scroll(): void {
    // A list of files can be taller than the screen. Then the control is scrolled into view instead of the whole place.
    if (place.offsetHeight >= window.innerHeight / 2) control.scrollIntoView({ block: 'nearest' });
    else
      window.scrollBy(
        0,
        place.getBoundingClientRect().top - (visualViewport?.offsetTop ?? 0) - LABEL_TOP,
      );
  }
  const growth = new ResizeObserver(scroll);
  for (const each of [document.body, place, control]) growth.observe(each);
  ending.signal.addEventListener('abort', () => growth.disconnect());
  const options = { capture: true, passive: true, signal: ending.signal };
  for (const act of ['keydown', 'pointerdown', 'wheel'])
    globalThis.addEventListener(act, endKeeping, options);
  control.addEventListener('blur', endKeeping, options);
  scroll();
}

/** Returns false if there is no control yet, because the part's code is still loading. */
function tryFocus(name: string): boolean {
  const place = document.getElementById(anchorId(name));
  if (!place) return false;
  // Fields inside a document kind or a part have their own anchors.
  const own = [...place.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.closest('[id^="place-"]') === place,
  );
  const control = own.find((each) => each.matches('[type="radio"]:checked')) ?? own[0];
  if (!control) return false;
  control.focus({ preventScroll: true });
  keepInView(place, control);
  return true;
}

/**
 * Moves the focus to the control at that anchor, or to the selected radio button. If the control is not loaded yet,
 * waits for it, unless the person moves elsewhere. Also scrolls the message above the control into view, because the
 * browser would show only the control.
 */
export function focusAnchor(name: string): void {
  if (tryFocus(name)) return;
  const before = document.activeElement;
  const arrival = new MutationObserver(() => {
    if (document.activeElement !== before || tryFocus(name)) arrival.disconnect();
  });
  arrival.observe(document.body, { childList: true, subtree: true });
  schedule(MAX_WAIT_MS, () => arrival.disconnect());
}
