/** Whether the backend takes an upload over several requests, as far as this device was told. */
export type ResumeSupport = Readonly<{
  resumes: boolean;
  /** How often it broke its word since it last kept it. */
  broken: number;
  /** When it was asked, ms since 1970. */
  askedAt: number;
  /** So many bytes may come with an upload's beginning; absent where an older build asked: none. */
  maxFirst?: number;
}>;

/** A backend is repaired, replaced or taken back to an older version: then it must be asked again. */
const ASK_AGAIN_AFTER_MS = 24 * 3_600_000;

/** How often it may break its word before it counts as one that does not resume, until it is asked again. */
const MAX_BROKEN = 2;

/**
 * The stored support if it is recent enough. Returns null if the server must be asked. A time from a clock far ahead is not trusted
 * for long.
 */
export function knownSupport(support: ResumeSupport | null, now: number): ResumeSupport | null {
  if (support === null || Math.abs(now - support.askedAt) > ASK_AGAIN_AFTER_MS) return null;
  return support;
}

/** After an upload that the backend let fall. */
export function afterBroken(support: ResumeSupport, now: number): ResumeSupport {
  const broken = support.broken + 1;
  return broken < MAX_BROKEN ? { ...support, broken } : { resumes: false, broken: 0, askedAt: now };
}
