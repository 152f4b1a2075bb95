import { within } from '../../platform/timers.ts';
import { randomBytes } from '../bytes.ts';
import {
  type KeyStretcher,
  memoriesFor,
  passesFor,
  type StretchReply,
  type StretchRequest,
  triedPasses,
} from './stretching.ts';

/** The used functions of a worker. */
export type StretchWorker = EventTarget &
  Readonly<{ postMessage: (request: StretchRequest) => void; terminate: () => void }>;

/** The longest time (ms) to derive a key. The slowest phone needs some seconds for ten passes, and time to load the code. */
const LIMIT_MS = 60_000;

/**
 * Derives keys from PINs. Uses a new worker for each PIN, so that the worker's memory is freed.
 * @param deviceMemory GiB; undefined if the browser does not report it
 */
export function pinStretcher(
  startWorker: () => StretchWorker,
  deviceMemory: number | undefined,
): KeyStretcher {
  const UNABLE: StretchReply = { status: 'unable' };

  async function ask(request: StretchRequest): Promise<StretchReply> {
    const worker = startWorker();
    const replied = new Promise<StretchReply>((resolve) => {
      worker.addEventListener('message', (event) =>
        resolve((event as MessageEvent<StretchReply>).data),
      );
      // The script did not load, or the content security policy did not allow it.
      for (const failure of ['error', 'messageerror'])
        worker.addEventListener(failure, () => resolve(UNABLE));
    });
    worker.postMessage(request);
    return within(LIMIT_MS, replied, () => UNABLE).finally(() => worker.terminate());
  }

  /** Tries a second time if there was too little memory, because memory may be free now. */
  const askTwice = async (request: StretchRequest): Promise<StretchReply> => {
    const reply = await ask(request);
    return reply.status === 'failed' ? ask(request) : reply;
  };

  return {
    choose: async () => {
      const measure = (memory: number, passes: number): Promise<StretchReply> =>
        ask({ pin: 'measured', salt: randomBytes(16), by: { memory, passes } });
      for (const memory of memoriesFor(deviceMemory)) {
        const first = await measure(memory, 1);
        if (first.status === 'unable') return { status: 'noWorker' };
        if (first.status !== 'stretched') continue;
        const tried = triedPasses(first.tookMs);
        const all = await measure(memory, tried);
        if (all.status !== 'stretched') continue;
        const passes = passesFor(first.tookMs, tried, all.tookMs);
        return { status: 'chosen', stretched: { memory, passes } };
      }
      return { status: 'noMemory' };
    },

    stretch: async (pin, salt, by) => {
      const reply = await askTwice({ pin, salt, by });
      if (reply.status === 'stretched') return { status: 'stretched', bytes: reply.bytes };
      return { status: reply.status === 'failed' ? 'noMemory' : 'noWorker' };
    },
  };
}
