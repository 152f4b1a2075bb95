import { type ShrinkReply, type ShrinkRequest, shrinkPicture } from './shrink-picture.ts';
import { workerPixels } from './worker-pixels.ts';

async function reply({ source, type }: ShrinkRequest): Promise<ShrinkReply> {
  if (!('OffscreenCanvas' in globalThis)) return { status: 'unable' };
  try {
    return await shrinkPicture(source, type, workerPixels);
  } catch {
    // Usually the worker is out of memory. The page shows the failure with the file's name.
    return { status: 'refused', reason: 'failed' };
  }
}

globalThis.addEventListener('message', async (event: MessageEvent<ShrinkRequest>) => {
  globalThis.postMessage(await reply(event.data));
});
