export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long an upload in pieces may take from its first byte to its last, and how long its answer is kept. */
export const PARTIAL_LIFETIME_MS = 7 * DAY_MS;
