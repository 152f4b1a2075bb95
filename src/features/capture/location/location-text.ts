import type { Location } from '../../../store/rows.ts';
import type { LocationReason } from './location-watch.ts';

const MINUTE_MS = 60_000;
/** Fixes that are further apart in time may be from different places. */
const SAME_VISIT_MS = 5 * MINUTE_MS;

/** '-26.20411, 28.04731' */
export const coordinatesText = ({ latitude, longitude }: Location): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** 'accurate to 12 m, taken 3 minutes ago' */
export function qualityText({ accuracy, at }: Location, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const count = (number: number, unit: string) =>
    `taken ${number} ${unit}${number === 1 ? '' : 's'} ago`;
  const age =
    minutes < 1 ? 'taken just now' : hours < 1 ? count(minutes, 'minute') : count(hours, 'hour');
  return `accurate to ${Math.max(1, Math.round(accuracy))} m, ${age}`;
}

/** Whether a fix replaces the form's location although the person did not press 'Get location'. */
export const improves = (fix: Location, kept: Location | null): boolean =>
  kept === null || (fix.accuracy < kept.accuracy && Math.abs(fix.at - kept.at) < SAME_VISIT_MS);

export function locationReasonText(reason: LocationReason): string {
  switch (reason) {
    case 'denied':
      return 'Location is blocked for this app. Allow it in the site settings of the browser, then press the button again.';
    case 'unavailable':
      return 'This device cannot tell where it is. Turn location on, or go outside, then press the button again.';
    case 'timeout':
      return 'No location after 20 seconds. Go outside and wait, or press the button again.';
    case 'unsupported':
      return 'This browser cannot tell where it is.';
  }
}
