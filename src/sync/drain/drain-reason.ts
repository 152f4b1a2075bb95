/**
 * Why a drain runs: 'timer' respects every wait; the others try at once, as the network may be back or a
 * person looks. 'Send now' is `sendNow` in actions.ts, then a drain.
 */
export type DrainReason = 'timer' | 'start' | 'visible' | 'sync' | 'online';
