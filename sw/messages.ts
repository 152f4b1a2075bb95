import type { DrainReason } from '../src/sync/drain/drain-reason.ts';
import { AT_WORK, AT_WORK_EVERY_MS } from '../src/sync/messages.ts';
import { workerMessage } from '../src/worker/messages.ts';
import { drainForPage } from './drains.ts';
import { skipWaiting } from './lifecycle.ts';

/** Does what a page asked; what is not understood is ignored. */
export async function onMessage({ data, ports: [reply] }: ExtendableMessageEvent): Promise<void> {
  const message = workerMessage(data);
  if (message === null || 'action' in message) return;
  if (message.type === 'SKIP_WAITING') await skipWaiting();
  else if (reply !== undefined) await drainAndTell(message.reason, reply);
}

/** While it drains it says so: a page that hears nothing takes us for dead, and drains itself. */
async function drainAndTell(reason: DrainReason, reply: MessagePort): Promise<void> {
  const tell = (): void => reply.postMessage(AT_WORK);
  tell();
  const telling = setInterval(tell, AT_WORK_EVERY_MS);
  try {
    reply.postMessage(await drainForPage(reason));
  } finally {
    clearInterval(telling);
  }
}
