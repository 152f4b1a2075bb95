import type { SubmissionId } from '../domain/ids.ts';
import { buildSettings, type Environment } from '../environment.ts';
import { loadOnce } from '../load-once.ts';
import type { Outbox } from '../store/open-outbox.ts';
import type { Store } from '../store/open-store.ts';
import type { DrainReason } from '../sync/drain/drain-reason.ts';
import { followAgents } from '../sync/mirror/agent-copies.ts';
import { withLostKeys } from '../sync/mirror/lost-keys.ts';
import { mendDamagedRows } from '../sync/mirror/mend-rows.ts';
import { repairFromMirror } from '../sync/mirror/mirror-repair.ts';
import { browserPorts } from '../sync/ports/browser-ports.ts';
import {
  backToDraft,
  keepDraftCopy,
  removeSubmission,
  sendNow,
  startCorrection,
} from '../sync/submit/after-submit.ts';
import { sealOldRows } from '../sync/submit/seal-old-rows.ts';
import { submit } from '../sync/submit/submit.ts';
import { tendSecrets } from '../sync/submit/tend-secrets.ts';
import { letGoInCopy } from '../sync/submit/unlink-secrets.ts';
import { restsBetween } from '../when-idle.ts';
import { pageMirror } from './page-mirror.ts';

/** What a page can do with submissions, with the browser's ports. */
export function openSync(
  store: Pick<Store, 'lock' | 'settings'>,
  outbox: Outbox,
  environment: Environment,
) {
  const ports = browserPorts(outbox, environment, buildSettings, pageMirror());
  const remove = (id: SubmissionId) => removeSubmission(ports, id);
  /** One drain in this page. Resolves with the time of the next attempt (ms since 1970), or null. */
  const drainHere = async (reason: DrainReason): Promise<number | null> => {
    const { drain, pageLimits } = await import('../sync/drain/drain.ts');
    const { signal } = new AbortController();
    return (await drain(ports, { ...pageLimits, reason, signal })).nextAt;
  };
  return {
    ports,
    drain: drainHere,
    lock: loadOnce(async () => {
      const { lockHere } = await import('./lock-here.ts');
      return lockHere(store, {
        drain: () => drainHere('timer'),
        remove,
        followAgents: (gone) => followAgents(ports, gone),
        letGo: (id, before) => letGoInCopy(ports, id, before),
        wake: () => void drainHere('start').catch(() => undefined),
      });
    }),
    repair: async () => withLostKeys(ports, await repairFromMirror(ports)),
    /** Brings back what the disk damaged, seals what an older build left, unlinks secrets on which nothing hangs, and makes those of the next forms. */
    tendKeys: async () => {
      const rest = restsBetween();
      await mendDamagedRows(ports, rest);
      await sealOldRows(ports, rest);
      await tendSecrets(ports);
      await outbox.refillSpares();
    },
    submit: (id: SubmissionId, signature: Blob | null) => submit(ports, id, signature),
    keepDraftCopy: (id: SubmissionId) => keepDraftCopy(ports, id),
    sendNow: (id?: SubmissionId) => sendNow(ports, id),
    backToDraft: (id: SubmissionId) => backToDraft(ports, id),
    startCorrection: (id: SubmissionId) => startCorrection(ports, id),
    remove,
  };
}

export type Sync = ReturnType<typeof openSync>;
