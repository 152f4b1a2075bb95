/*
 * Whether somebody was away for so long that a page must be locked. Pure: times are of the phone's clock, ms since 1970, since no other
 * one goes on while a page sleeps.
 */

/** What is known of the person's presence, in this tab and in the others. */
export type Presence = Readonly<{
  /** Since when this page is out of sight; null: it is in sight. */
  hiddenAt: number | null;
  /** When one of the tabs was last seen to be in sight. */
  inSightAt: number;
  /** The last touch or key, in any tab. */
  touchedAt: number;
  /** When a file chooser, or the camera behind it, was opened here and is not closed yet; null: there is none. */
  chooserAt: number | null;
}>;

export type AwayLimits = Readonly<{ hiddenMs: number; idleMs: number }>;

/** So long a chooser may be open without counting: a photo takes time, and whoever takes it is there. */
export const CHOOSER_MS = 3 * 60_000;

/** Out of sight for so long, whatever the person chose for an untouched page. */
const HIDDEN_MS = 2 * 60_000;

/** An untouched page in sight is not safer than one out of sight, so that a shorter time counts for both. */
export const awayLimits = (idleMinutes: number): AwayLimits => {
  const idleMs = idleMinutes * 60_000;
  return { idleMs, hiddenMs: Math.min(HIDDEN_MS, idleMs) };
};

/** A clock that was set back counts as well: somebody may do that to keep a page open. */
const passed = (since: number, now: number, limit: number): boolean =>
  Math.abs(now - since) >= limit;

/** Why the page must be locked; null: it need not. */
export function whyAway(
  { hiddenAt, inSightAt, touchedAt, chooserAt }: Presence,
  { hiddenMs, idleMs }: AwayLimits,
  now: number,
): 'hidden' | 'idle' | null {
  const isChoosing = chooserAt !== null && now >= chooserAt && now < chooserAt + CHOOSER_MS;
  if (isChoosing) return null;
  const chosen = chooserAt === null ? 0 : chooserAt + CHOOSER_MS;
  const seenAt = Math.max(hiddenAt ?? 0, inSightAt, chosen);
  if (hiddenAt !== null && passed(seenAt, now, hiddenMs)) return 'hidden';
  return passed(Math.max(touchedAt, chosen), now, idleMs) ? 'idle' : null;
}
