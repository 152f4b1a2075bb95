import { asDrainMessage, type DrainMessage } from '../sync/drain-messages.ts';

/** A page's messages to the service worker. The request for a drain is in `drain-messages.ts`. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;
/** Asks how many files of the app are not on this phone. The answer is a number. */
export const COUNT_MISSING = { type: 'COUNT_MISSING' } as const;
/** The earlier Angular service worker expects this form. */
export const INITIALIZE = { action: 'INITIALIZE' } as const;

export type WorkerMessage =
  | DrainMessage
  | typeof SKIP_WAITING
  | typeof COUNT_MISSING
  | typeof INITIALIZE;

function field(data: unknown, name: 'type' | 'action'): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** Returns the message, or null for anything else. An old page may still send messages for the Angular service worker. */
export function workerMessage(data: unknown): WorkerMessage | null {
  if (field(data, 'type') === SKIP_WAITING.type) return SKIP_WAITING;
  if (field(data, 'type') === COUNT_MISSING.type) return COUNT_MISSING;
  if (field(data, 'action') === INITIALIZE.action) return INITIALIZE;
  return asDrainMessage(data);
}
