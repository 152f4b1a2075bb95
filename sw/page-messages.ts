import type { DrainReason } from '../src/sync/drain/drain-reason.ts';
import { AT_WORK, AT_WORK_EVERY_MS } from '../src/sync/drain-messages.ts';
import { every } from '../src/timers.ts';
import { workerMessage } from '../src/worker/worker-messages.ts';
import { drainForPage } from './drains.ts';
import { skipWaiting } from './lifecycle.ts';
import { missingFiles } from './precache.ts';

/** Does what a page asked for; unknown messages are ignored. */
export async function onMessage({ data, ports: [reply] }: ExtendableMessageEvent): Promise<void> {
  const message = workerMessage(data);
  if (message === null || 'action' in message) return;
  if (message.type === 'SKIP_WAITING') await skipWaiting();
  else if (reply === undefined) return;
  else if (message.type === 'COUNT_MISSING') reply.postMessage(await missingFiles());
  else await drainAndReport(message.reason, reply);
}

/** Reports regularly while it drains: a page that receives nothing takes the worker for dead and drains itself. */
async function drainAndReport(reason: DrainReason, reply: MessagePort): Promise<void> {
  const report = (): void => reply.postMessage(AT_WORK);
  report();
  const stopReporting = every(AT_WORK_EVERY_MS, report);
  try {
    reply.postMessage(await drainForPage(reason));
  } finally {
    stopReporting();
  }
}
