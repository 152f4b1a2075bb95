/**
 * Why a drain runs. 'timer' keeps every wait; the others end waits first, as the network may be back or a person is looking.
 * 'Send now' is `sendNow` in `submit/after-submit.ts`, then a drain.
 */
export type DrainReason = 'timer' | 'start' | 'visible' | 'sync' | 'online';
