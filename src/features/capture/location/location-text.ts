import { count } from '../../../messages/count.ts';
import { locationText } from '../../../messages/location.ts';
import { say } from '../../../messages/say.ts';
import type { Location } from '../../../store/rows.ts';

const MINUTE_MS = 60_000;
/** Fixes that are further apart in time may be from different places. */
const SAME_VISIT_MS = 5 * MINUTE_MS;

/** '-26.20411, 28.04731' */
export const coordinatesText = ({ latitude, longitude }: Location): string =>
  say(locationText().coordinates, {
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
  });

/** 'accurate to 12 m, taken 3 minutes ago' */
export function qualityText({ accuracy, at }: Location, now: number): string {
  const t = locationText();
  const minutes = Math.floor(Math.max(0, now - at) / MINUTE_MS);
  const metres = Math.max(1, Math.round(accuracy));
  if (minutes < 1) return say(t.justNow, { metres });
  if (minutes < 60) return count(t.minutesAgo, minutes, { metres });
  return count(t.hoursAgo, Math.floor(minutes / 60), { metres });
}

/**
 * What the person asked for: nothing, so that only a better fix of the same visit is taken; a better one ('Try again'); or the
 * place where they are now, whatever there was before ('Get location').
 */
export type Asked = 'nothing' | 'better' | 'anew';

/** Whether a fix replaces the form's location. */
export function replaces(fix: Location, kept: Location | null, asked: Asked): boolean {
  if (kept === null || asked === 'anew') return true;
  const isSameVisit = Math.abs(fix.at - kept.at) < SAME_VISIT_MS;
  return isSameVisit ? fix.accuracy < kept.accuracy : asked === 'better';
}
