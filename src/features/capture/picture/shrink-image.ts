import { later } from '../../../timers.ts';
import { trustedScriptUrl } from '../../../worker/trusted-script-url.ts';
import { pagePixels } from './page-pixels.ts';
import { type ShrinkReply, type ShrinkResult, shrinkPicture } from './shrink-picture.ts';
import workerUrl from './shrink-worker.ts?worker&url';

/** The slowest phone needs a few seconds; whatever takes a minute will never end. */
const MAX_SHRINK_MS = 60_000;
/** A worker holds memory that the form can use; taking photos of one document keeps it at work. */
const IDLE_MS = 10_000;

const FAILED: ShrinkResult = { status: 'refused', reason: 'failed' };

let worker: Worker | undefined;
let stayAwake = (): void => {};
let last: Promise<unknown> = Promise.resolve();

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function startWorker(): Worker {
  stayAwake();
  worker ??= new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-shrink' });
  return worker;
}

/**
 * One picture through the worker. A worker that breaks or hangs is ended, and with it all its memory; so is one that
 * works for nobody, since the next picture waits for it.
 */
function ask(source: Blob, left?: AbortSignal): Promise<ShrinkReply> {
  const listening = new AbortController();
  const { signal } = listening;
  return new Promise<ShrinkReply>((resolve) => {
    const asked = startWorker();
    const giveUp = () => {
      stopWorker();
      resolve(FAILED);
    };
    signal.addEventListener('abort', later(MAX_SHRINK_MS, giveUp));
    left?.addEventListener('abort', giveUp, { signal });
    asked.addEventListener('message', ({ data }: MessageEvent<ShrinkReply>) => resolve(data), {
      signal,
    });
    asked.addEventListener('messageerror', giveUp, { signal });
    // Its script did not start: a browser without module workers. What fails later, the worker answers itself.
    asked.addEventListener('error', () => resolve({ status: 'unable' }), { signal });
    asked.postMessage(source);
  }).finally(() => {
    listening.abort();
    stayAwake = later(IDLE_MS, stopWorker);
  });
}

async function shrinkNow(source: Blob, left?: AbortSignal): Promise<ShrinkResult> {
  if (left?.aborted) return FAILED;
  try {
    const reply = await ask(source, left);
    if (reply.status !== 'unable') return reply;
    return await shrinkPicture(source, pagePixels);
  } catch {
    return FAILED;
  }
}

/**
 * Makes a picture small (see `shrinkPicture`), off the page's thread. One at a time, however many are asked for: a
 * phone with 2 GB has room for one. `left`: nobody wants it any more. Never rejects.
 */
export function shrinkImage(source: Blob, left?: AbortSignal): Promise<ShrinkResult> {
  const result = last.then(() => shrinkNow(source, left));
  last = result;
  return result;
}
