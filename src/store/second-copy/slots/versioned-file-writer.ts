import { schedule, within } from '../../../platform/timers.ts';
import { COPY_FOLDER } from '../../db/stored-names.ts';
import type { PutReply, PutRequest } from './file-versions.ts';

/** Writes files of the second copy in a worker. Some browsers can write private files only in a worker (Safari before 26). */
export type VersionedFileWriter = Readonly<{
  /** Returns false if a worker can't write either. Also if no worker started in time; then the next call tries again. Never rejects. */
  isAble: () => Promise<boolean>;
  /** Rejects with the browser's error, or if the worker ended or took too long. */
  put: (folder: string, name: string, bytes: Blob | string) => Promise<void>;
}>;

export type Worker = EventTarget &
  Readonly<{ postMessage: (request: PutRequest) => void; terminate: () => void }>;

/** The longest time (ms) to start a worker. The slowest phone needs a second or two. */
const START_LIMIT_MS = 10_000;
/**
 * The longest time (ms) to write a file. A slow phone needs about ten seconds for 10 MB. After this time the page ends the worker, which
 * closes the open file.
 */
const PUT_LIMIT_MS = 20_000;
/** The page ends an idle worker after this time (ms) to free memory. One worker writes several files in a row. */
const IDLE_MS = 10_000;

type Waiting = Readonly<{ resolve: () => void; reject: (error: unknown) => void }>;

type Running = Readonly<{
  worker: Worker;
  isAble: Promise<boolean>;
  waiting: Map<number, Waiting>;
  /** Ends the worker. Its unfinished puts fail. */
  end: () => void;
}>;

export function versionedFileWriter(
  startWorker: () => Worker,
  page: EventTarget,
): VersionedFileWriter {
  let running: Running | undefined;
  let isUnable = false;
  let cancelEnd = (): void => {};
  let lastId = 0;

  function start(): Running {
    const worker = startWorker();
    const waiting = new Map<number, Waiting>();
    let sayAble = (_is: boolean): void => {};
    const isAble = new Promise<boolean>((resolve) => {
      sayAble = resolve;
    });
    const end = (): void => {
      worker.terminate();
      if (running?.worker === worker) running = undefined;
      sayAble(false);
      for (const { reject } of waiting.values()) reject(new Error('The worker has ended.'));
      waiting.clear();
    };
    worker.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<PutReply>;
      if (data.status === 'able') return sayAble(true);
      if (data.status === 'unable') {
        isUnable = true;
        return end();
      }
      const put = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.status === 'put') put?.resolve();
      else put?.reject(new DOMException(data.message, data.name));
    });
    // The script did not load, or it failed outside a put.
    for (const failure of ['error', 'messageerror']) worker.addEventListener(failure, end);
    return { worker, isAble, waiting, end };
  }

  /** Returns the running worker after it reported that it can write. Returns undefined if it cannot. */
  async function started(): Promise<Running | undefined> {
    if (isUnable) return undefined;
    cancelEnd();
    running ??= start();
    const own = running;
    const isAble = await within(START_LIMIT_MS, own.isAble, () => {
      own.end();
      return false;
    });
    endWhenIdle();
    return isAble ? own : undefined;
  }

  function endWhenIdle(): void {
    cancelEnd();
    cancelEnd = schedule(IDLE_MS, () => {
      if (running?.waiting.size === 0) running.end();
    });
  }

  // A page in the back-forward cache is frozen with its worker. While the worker has a file open, no page can delete the file.
  page.addEventListener('pagehide', () => running?.end());

  return {
    isAble: async () => (await started()) !== undefined,
    put: async (folder, name, bytes) => {
      const own = await started();
      if (own === undefined) throw new Error('No worker started.');
      lastId += 1;
      const id = lastId;
      const put = new Promise<void>((resolve, reject) => {
        own.waiting.set(id, { resolve, reject });
        own.worker.postMessage({ id, top: COPY_FOLDER, folder, name, bytes });
      });
      await within(PUT_LIMIT_MS, put, () => {
        own.end();
        throw new Error('The worker did not answer in time.');
      }).finally(endWhenIdle);
    },
  };
}
