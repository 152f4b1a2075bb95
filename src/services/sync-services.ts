import type { SubmissionId } from '../domain/ids.ts';
import { buildSettings, type Environment } from '../environment.ts';
import type { Outbox } from '../store/open-outbox.ts';
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
import { pageMirror } from './page-mirror.ts';

/** What a page can do with submissions, with the browser's ports. */
export function openSync(outbox: Outbox, environment: Environment) {
  const ports = browserPorts(outbox, environment, buildSettings, pageMirror());
  return {
    ports,
    repair: () => repairFromMirror(ports),
    /** Seals what an older build left, unlinks secrets on which nothing hangs, and makes those of the next forms. */
    tendKeys: async () => {
      await sealOldRows(ports);
      await tendSecrets(ports);
      await outbox.refillSpares();
    },
    submit: (id: SubmissionId, signature: Blob | null) => submit(ports, id, signature),
    keepDraftCopy: (id: SubmissionId) => keepDraftCopy(ports, id),
    sendNow: (id?: SubmissionId) => sendNow(ports, id),
    backToDraft: (id: SubmissionId) => backToDraft(ports, id),
    startCorrection: (id: SubmissionId) => startCorrection(ports, id),
    remove: (id: SubmissionId) => removeSubmission(ports, id),
  };
}

export type Sync = ReturnType<typeof openSync>;
