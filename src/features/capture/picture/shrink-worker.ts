import { type ShrinkReply, shrinkPicture } from './shrink-picture.ts';
import { workerPixels } from './worker-pixels.ts';

async function reply(source: Blob): Promise<ShrinkReply> {
  if (!('OffscreenCanvas' in globalThis)) return { status: 'unable' };
  try {
    return await shrinkPicture(source, workerPixels);
  } catch {
    // Out of memory, mostly; the page says so by the file's name.
    return { status: 'refused', reason: 'failed' };
  }
}

globalThis.addEventListener('message', async (event: MessageEvent<Blob>) => {
  globalThis.postMessage(await reply(event.data));
});
