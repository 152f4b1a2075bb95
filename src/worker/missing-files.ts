import { schedule } from '../platform/timers.ts';
import { COUNT_MISSING } from './worker-messages.ts';

type Controller = Readonly<{ postMessage: (message: unknown, transfer: MessagePort[]) => void }>;

/** On a slow phone, a worker needs a moment to start. */
const MAX_WAIT_MS = 5_000;

/**
 * Returns how many of the app's files this phone lacks. Null if no worker answers: the app would then not open without
 * signal.
 */
export const missingFiles = (
  controller: Controller | null,
  maxMs = MAX_WAIT_MS,
): Promise<number | null> =>
  new Promise((resolve) => {
    if (controller === null) return resolve(null);
    const { port1, port2 } = new MessageChannel();
    const end = (missing: unknown): void => {
      cancel();
      port1.close();
      resolve(typeof missing === 'number' ? missing : null);
    };
    const cancel = schedule(maxMs, () => end(null));
    port1.onmessage = ({ data }) => end(data);
    controller.postMessage(COUNT_MISSING, [port2]);
  });
