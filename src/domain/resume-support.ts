/** The backend's support for an upload over several requests, as this device knows it. */
export type ResumeSupport = Readonly<{
  resumes: boolean;
  /** How many resumable uploads in a row the backend dropped. */
  broken: number;
  /** The time of the app's question to the backend, ms since 1970. */
  askedAt: number;
  /** The number of bytes that the first request of an upload may carry. Absent in rows of older builds: none. */
  maxFirst?: number;
}>;

/** The app asks again after a day, because the backend may be repaired, replaced or set back to an older version. */
const ASK_AGAIN_AFTER_MS = 24 * 3_600_000;

/** After this many dropped uploads the backend counts as unable to resume, until the app asks it again. */
const MAX_BROKEN = 2;

/**
 * The stored support. Returns null if the app must ask the server: `askedAt` is more than a day in the past or, after a clock change,
 * in the future.
 */
export function knownSupport(support: ResumeSupport | null, now: number): ResumeSupport | null {
  if (support === null || Math.abs(now - support.askedAt) > ASK_AGAIN_AFTER_MS) return null;
  return support;
}

/** The support after the backend dropped an upload. */
export function afterBroken(support: ResumeSupport, now: number): ResumeSupport {
  const broken = support.broken + 1;
  return broken < MAX_BROKEN ? { ...support, broken } : { resumes: false, broken: 0, askedAt: now };
}
