import type { ReactNode } from 'react';
import { later } from '../../platform/timers.ts';
import styles from './form-layout.module.css';

export const placeId = (name: string): string => `place-${name}`;

export interface PlaceProps {
  /** A field, a file kind or a part of the form. */
  readonly name: string;
  readonly onEnter: (name: string) => void;
  /** With a red rail at its side, along label, message and control. */
  readonly isWrong: boolean;
  /** Beside another one where there is room. */
  readonly isHalf?: boolean;
  readonly children: ReactNode;
}

/** Somewhere the focus can be sent; tells when it arrives. */
export function Place({ name, onEnter, isWrong, isHalf, children }: PlaceProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus; the control inside is what one acts on.
    <div
      className={isWrong ? styles['wrong'] : undefined}
      data-half={isHalf ? '' : undefined}
      id={placeId(name)}
      onFocus={({ currentTarget, target }) => {
        // The fields inside a kind of document or a part have places of their own.
        if (target.closest('[id^="place-"]') === currentTarget) onEnter(name);
      }}
    >
      {children}
    </div>
  );
}

/** No chips, and no 'Use it anyway': they stand before the control that they are about. */
const controls =
  'input, select, textarea, button:not([aria-pressed], [data-aside]), canvas[tabindex]';

const MAX_WAIT_MS = 10_000;

/** False: there is no control yet, since the code of that part is still on its way. */
function tryFocus(name: string): boolean {
  const place = document.getElementById(placeId(name));
  const control =
    place?.querySelector<HTMLElement>('input[type="radio"]:checked') ??
    place?.querySelector<HTMLElement>(controls);
  if (!place || !control) return false;
  control.focus();
  // A list of files is longer than the screen: there the control matters more.
  if (place.offsetHeight < window.innerHeight / 2) place.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Moves the focus to the control at that place, for a choice to the chosen one; where it is still to come, as soon as it
 * is there, unless the person has gone elsewhere meanwhile. What is said of it comes into sight too: the browser cares
 * for the control alone, and the message above it could lie beyond the upper edge.
 */
export function focusPlace(name: string): void {
  if (tryFocus(name)) return;
  const before = document.activeElement;
  const arrival = new MutationObserver(() => {
    if (document.activeElement !== before || tryFocus(name)) arrival.disconnect();
  });
  arrival.observe(document.body, { childList: true, subtree: true });
  later(MAX_WAIT_MS, () => arrival.disconnect());
}
