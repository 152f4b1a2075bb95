import { later } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import { MIRROR_FOLDER } from '../../db/stored-names.ts';
import type { SlotReply, SlotRequest } from './slots.ts';

/** Puts files of the mirror by a worker: only there do some browsers write private files (Safari before 26). */
export type SlotWriter = Readonly<{
  /** False where workers can't write either, or none started in time; the latter is asked again. Never rejects. */
  isAble: () => Promise<boolean>;
  /** Rejects with the browser's error, and where the worker ended or took too long: nothing is put then. */
  put: (folder: string, name: string, bytes: Blob | string) => Promise<void>;
}>;

/** What is used of a worker. */
export type Worker = EventTarget &
  Readonly<{ postMessage: (request: SlotRequest) => void; terminate: () => void }>;

/** The slowest phone starts one in a second or two. */
const START_LIMIT_MS = 10_000;
/** The largest file, 10 MB, takes a slow phone about ten seconds. A file that a worker still holds open then is let go with it. */
const PUT_LIMIT_MS = 20_000;
/** A worker uses memory, so an idle one is ended; it is kept while one file follows the other. */
const IDLE_MS = 10_000;

type Waiting = Readonly<{ resolve: () => void; reject: (error: unknown) => void }>;

/** One worker from its start to its end. */
type Running = Readonly<{
  worker: Worker;
  isAble: Promise<boolean>;
  waiting: Map<number, Waiting>;
  /** Ends it, whatever it is doing; what it was to put is not put. */
  end: () => void;
}>;

export function slotWriter(startWorker: () => Worker, page: EventTarget): SlotWriter {
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
      const { data } = event as MessageEvent<SlotReply>;
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
    // Its script did not load, or it failed outside of a file.
    for (const failure of ['error', 'messageerror']) worker.addEventListener(failure, end);
    return { worker, isAble, waiting, end };
  }

  /** The worker at work, once it has said that it can write; undefined where it can't. */
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
    cancelEnd = later(IDLE_MS, () => {
      if (running?.waiting.size === 0) running.end();
    });
  }

  // A page in the back-forward cache is frozen with its worker, and nobody could remove what that holds open.
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
        own.worker.postMessage({ id, top: MIRROR_FOLDER, folder, name, bytes });
      });
      await within(PUT_LIMIT_MS, put, () => {
        own.end();
        throw new Error('The worker did not answer in time.');
      }).finally(endWhenIdle);
    },
  };
}
