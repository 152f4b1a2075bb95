import { schedule } from '../../../platform/timers.ts';
import { trustedScriptUrl } from '../../../worker/trusted-script-url.ts';
import {
  type Picture,
  type PixelTools,
  type ShrinkReply,
  type ShrinkRequest,
  type ShrinkResult,
  shrinkPicture,
} from './shrink-picture.ts';
import { drawUpright, uprightSize } from './shrink-plan.ts';
import workerUrl from './shrink-worker.ts?worker&url';

async function decode(source: Blob): Promise<Picture> {
  const url = URL.createObjectURL(source);
  const image = new Image();
  const close = () => {
    URL.revokeObjectURL(url);
    image.removeAttribute('src');
  };
  try {
    image.src = url;
    await image.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { image, width: image.naturalWidth, height: image.naturalHeight, close };
}

/** For browsers whose workers have no canvas. This code blocks the page for a moment, so only those browsers use it. */
export const pagePixels: PixelTools<HTMLCanvasElement> = {
  decode,
  draw: (image, size, orientation) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, uprightSize(size, orientation));
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('There is no room for a canvas.');
    drawUpright(context, image, size, orientation);
    return canvas;
  },
  encode: (canvas, type, quality) =>
    new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
        type,
        quality,
      );
    }),
  pixelsOf: (canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height),
};

/** The slowest phone needs a few seconds. A worker that takes a minute is treated as hanging. */
const MAX_SHRINK_MS = 60_000;
/** An idle worker is stopped after this time, because it uses memory. Until then it is reused for the next photos. */
const IDLE_MS = 10_000;

const FAILED: ShrinkResult = { status: 'refused', reason: 'failed' };

let worker: Worker | undefined;
let cancelStop = (): void => {};
let last: Promise<unknown> = Promise.resolve();

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function startWorker(): Worker {
  cancelStop();
  worker ??= new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-shrink' });
  return worker;
}

/**
 * Shrinks one picture in the worker. A worker that fails or hangs is terminated, which frees its memory. If the picture
 * is cancelled, its worker is also terminated, because the next picture waits for it.
 */
function shrinkInWorker(request: ShrinkRequest, cancelled?: AbortSignal): Promise<ShrinkReply> {
  const listening = new AbortController();
  const { signal } = listening;
  return new Promise<ShrinkReply>((resolve) => {
    const started = startWorker();
    const giveUp = () => {
      stopWorker();
      resolve(FAILED);
    };
    signal.addEventListener('abort', schedule(MAX_SHRINK_MS, giveUp));
    cancelled?.addEventListener('abort', giveUp, { signal });
    started.addEventListener('message', ({ data }: MessageEvent<ShrinkReply>) => resolve(data), {
      signal,
    });
    started.addEventListener('messageerror', giveUp, { signal });
    // The script did not start: the browser has no module workers. The worker reports later failures by messages.
    started.addEventListener('error', () => resolve({ status: 'unable' }), { signal });
    started.postMessage(request);
  }).finally(() => {
    listening.abort();
    cancelStop = schedule(IDLE_MS, stopWorker);
  });
}

async function shrinkNow(request: ShrinkRequest, cancelled?: AbortSignal): Promise<ShrinkResult> {
  if (cancelled?.aborted) return FAILED;
  try {
    const reply = await shrinkInWorker(request, cancelled);
    if (reply.status !== 'unable') return reply;
    return await shrinkPicture(request.source, request.type, pagePixels);
  } catch {
    return FAILED;
  }
}

/**
 * Shrinks a picture in a worker (see `shrinkPicture`). Pictures are processed one at a time, because a phone with 2 GB
 * has memory for only one. `cancelled` aborts when the picture is no longer needed. Never rejects.
 */
export function shrinkImage(
  request: ShrinkRequest,
  cancelled?: AbortSignal,
): Promise<ShrinkResult> {
  const result = last.then(() => shrinkNow(request, cancelled));
  last = result;
  return result;
}
