import { workerMessage } from '../src/worker-messages.ts';
import { drainForPage } from './drains.ts';
import { skipWaiting } from './lifecycle.ts';

/** Does what a page asked; what is not understood is ignored. */
export async function onMessage({ data, ports: [reply] }: ExtendableMessageEvent): Promise<void> {
  const message = workerMessage(data);
  if (message === null || 'action' in message) return;
  if (message.type === 'SKIP_WAITING') await skipWaiting();
  else reply?.postMessage(await drainForPage(message.reason));
}
