import { type ShrinkReply, shrinkPicture } from './shrink-picture.ts';
import { workerPixels } from './worker-pixels.ts';

async function reply(source: Blob): Promise<ShrinkReply> {
  if (!('OffscreenCanvas' in globalThis)) return { status: 'unable' };
  try {
    return await shrinkPicture(source, workerPixels);
  } catch {
    // Usually out of memory. The page shows the failure with the file's name.
    return { status: 'refused', reason: 'failed' };
  }
}

globalThis.addEventListener('message', async (event: MessageEvent<Blob>) => {
  globalThis.postMessage(await reply(event.data));
});
