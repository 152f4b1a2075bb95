import { type Mirror, opfsMirror } from '../store/mirror.ts';
import { placeToWrite } from '../store/place-to-write.ts';
import workerUrl from '../store/slots/slot-worker.ts?worker&url';
import { slotWriter } from '../store/slots/slot-writer.ts';
import { trustedScriptUrl } from '../worker/trusted-script-url.ts';

const startWorker = (): Worker =>
  new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-copies' });

/** The second copies of a page, which may start a worker where it can't write them itself. */
export const pageMirror = (): Mirror =>
  opfsMirror(
    navigator.storage,
    placeToWrite() === 'worker' ? slotWriter(startWorker, window) : undefined,
  );
