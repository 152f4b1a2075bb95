import { asDrainMessage, type DrainMessage } from '../sync/messages.ts';

/** Beside asking for a drain, what a page says to the service worker. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;
/** In the form in which the Angular worker was told it. */
export const INITIALIZE = { action: 'INITIALIZE' } as const;

export type WorkerMessage = DrainMessage | typeof SKIP_WAITING | typeof INITIALIZE;

function field(data: unknown, name: 'type' | 'action'): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** Null: not one of ours, to be ignored; an old page may still say what the Angular worker understood. */
export function workerMessage(data: unknown): WorkerMessage | null {
  if (field(data, 'type') === SKIP_WAITING.type) return SKIP_WAITING;
  if (field(data, 'action') === INITIALIZE.action) return INITIALIZE;
  return asDrainMessage(data);
}
