import type { SubmissionId } from '../domain/ids.ts';
import { loadOnce } from '../platform/load-once.ts';
import { createYieldToPage } from '../platform/when-idle.ts';
import { backendSettings } from '../settings/backend-settings.ts';
import type { Environment } from '../settings/environment.ts';
import type { Outbox } from '../store/open-outbox.ts';
import type { Store } from '../store/open-store.ts';
import { writeContext } from '../store/second-copy/copy-place.ts';
import { opfsSecondCopy, type SecondCopy } from '../store/second-copy/second-copy.ts';
import workerUrl from '../store/second-copy/slots/file-worker.ts?worker&url';
import { versionedFileWriter } from '../store/second-copy/slots/versioned-file-writer.ts';
import { browserPorts } from '../sync/ports/browser-ports.ts';
import { followAgents } from '../sync/second-copy/agent-copies.ts';
import {
  repairDamagedRows,
  repairFromSecondCopy,
  withLostKeys,
} from '../sync/second-copy/repair.ts';
import {
  backToDraft,
  keepDraftCopy,
  removeSubmission,
  sendNow,
  sendRest,
  startCorrection,
} from '../sync/submit/after-submit.ts';
import { sealOldRows } from '../sync/submit/encrypt-old-submissions.ts';
import { cleanUpSecrets, removeSlotInCopy } from '../sync/submit/secret-cleanup.ts';
import { submit } from '../sync/submit/submit.ts';
import type { DrainReason } from '../sync/worker-messages.ts';
import { trustedScriptUrl } from '../worker/trusted-script-url.ts';

const startWorker = (): Worker =>
  new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-copies' });

/** The second copies of a page. The page starts a worker if it can't write the copies itself. */
export const pageSecondCopy = (): SecondCopy =>
  opfsSecondCopy(
    navigator.storage,
    writeContext() === 'worker' ? versionedFileWriter(startWorker, window) : undefined,
  );

/** The actions of a page on submissions, with the browser's ports. */
export function openSync(
  store: Pick<Store, 'lock' | 'settings'>,
  outbox: Outbox,
  environment: Environment,
) {
  const ports = browserPorts(outbox, environment, backendSettings, pageSecondCopy());
  const remove = (id: SubmissionId) => removeSubmission(ports, id);
  /** Runs one drain in this page. Resolves with the time of the next attempt (ms since 1970), or null. */
  const drainInPage = async (reason: DrainReason): Promise<number | null> => {
    const { drain, pageLimits } = await import('../sync/drain/drain.ts');
    const { signal } = new AbortController();
    return (await drain(ports, { ...pageLimits, reason, signal })).nextAt;
  };
  return {
    ports,
    drain: drainInPage,
    lock: loadOnce(async () => {
      const { openLock } = await import('./lock-services.ts');
      return openLock(store, {
        drain: () => drainInPage('timer'),
        remove,
        followAgents: (unused) => followAgents(ports, unused),
        removeSendingSlot: (id, before) => removeSlotInCopy(ports, id, before),
        wake: () => void drainInPage('start').catch(() => undefined),
      });
    }),
    repair: async () => withLostKeys(ports, await repairFromSecondCopy(ports)),
    /** Repairs damaged rows, encrypts an older build's rows, deletes unneeded secrets, and creates secrets for the next forms. */
    cleanUpKeys: async () => {
      const yieldToPage = createYieldToPage();
      await repairDamagedRows(ports, yieldToPage);
      await sealOldRows(ports, yieldToPage);
      await cleanUpSecrets(ports);
      await outbox.refillAvailable();
    },
    submit: (id: SubmissionId, signature: Blob | null) => submit(ports, id, signature),
    keepDraftCopy: (id: SubmissionId) => keepDraftCopy(ports, id),
    sendNow: (id?: SubmissionId) => sendNow(ports, id),
    sendRest: (id: SubmissionId) => sendRest(ports, id),
    backToDraft: (id: SubmissionId) => backToDraft(ports, id),
    startCorrection: (id: SubmissionId) => startCorrection(ports, id),
    remove,
  };
}

export type Sync = ReturnType<typeof openSync>;
