import type { ReactNode } from 'react';

export const placeId = (name: string): string => `place-${name}`;

export interface PlaceProps {
  /** A field, a file kind or a part of the form. */
  readonly name: string;
  readonly onEnter: (name: string) => void;
  readonly children: ReactNode;
}

/** Somewhere the focus can be sent; tells when it arrives. */
export function Place({ name, onEnter, children }: PlaceProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus; the control inside is what one acts on.
    <div id={placeId(name)} onFocus={() => onEnter(name)}>
      {children}
    </div>
  );
}

const controls = 'input, select, textarea, button, canvas[tabindex]';

/**
 * Moves the focus to the control at that place, for a choice to the chosen one. What is said of it comes into sight too:
 * the browser cares for the control alone, and the message below it could lie behind the bar at the bottom.
 */
export function focusPlace(name: string): void {
  const place = document.getElementById(placeId(name));
  const control =
    place?.querySelector<HTMLElement>('input[type="radio"]:checked') ??
    place?.querySelector<HTMLElement>(controls);
  control?.focus();
  // A list of files is longer than the screen: there the control matters more.
  if (place && place.offsetHeight < window.innerHeight / 2)
    place.scrollIntoView({ block: 'nearest' });
}
