import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Submission } from '../domain/submission-types.ts';
import type { OutboxActions } from '../features/outbox/outbox-context.ts';
import { customerOf } from '../features/outbox/recent-customers.ts';
import { outboxText } from '../messages/outbox.ts';
import {
  formPath,
  newFormPath,
  OUTBOX_PATH,
  REGISTER_PATH,
  submissionPath,
} from '../paths/page-paths.ts';
import type { Services } from '../services/services.ts';
import type { ReturnedRegistration } from '../store/drafts/begin-correction.ts';
import type { FormStore } from '../store/open-store.ts';
import { notify } from '../ui/overlays/toasts.ts';
import { isUnsaved } from '../worker/pending-work.ts';
import { mayBeginNow } from './may-begin-here.tsx';

const root = getRouteApi('__root__');

export type SubmissionCommands = Readonly<{
  actions: OutboxActions;
  /** Stores the server's message where the form reads it. Resolves to the form's address. */
  correct: (id: SubmissionId) => Promise<string>;
  /** Begins the correction of a returned registration. Resolves to its form's address. */
  startCorrection: (returned: ReturnedRegistration) => Promise<string>;
  /** Creates a draft for another SIM of the same customer. Resolves to the draft's address. */
  nextSimForCustomer: (submission: Pick<Submission, 'id' | 'kind'>) => Promise<string>;
}>;

/** Like `orNotice`. Loads it on demand, because the outbox's first load does not need it. */
export const orLazyNotice = (action: Promise<unknown>): Promise<unknown> =>
  action.catch(async (error) => {
    const { orNotice } = await import('../features/outbox/outbox-context.ts');
    await orNotice(Promise.reject(error));
  });

async function dismissFiles(store: FormStore, id: SubmissionId): Promise<void> {
  const { captureParts } = await import('./capture-parts.ts');
  captureParts.fileQueueOf(store).dismissOf(id);
}

export function useSubmissionCommands({ store, sync }: Services): SubmissionCommands {
  const { wake } = root.useRouteContext();
  return useMemo(() => {
    /** A second tap while the documents are copied returns the same form. */
    let beginning: Promise<string> | null = null;
    const beginNextSim = async ({ id, kind }: Pick<Submission, 'id' | 'kind'>): Promise<string> => {
      // The page of a new form says why none may begin.
      if (!(await mayBeginNow(store))) return newFormPath(kind);
      const next = await store.drafts.nextSimForCustomer(id, customerOf(id));
      const t = outboxText();
      if (next.status === 'gone') {
        notify(t.customerGone, { staysOnLeaving: true });
        return newFormPath(kind);
      }
      if (next.leftOut > 0) notify(t.documentsLeftOut, { kind: 'warning', staysOnLeaving: true });
      return formPath({ kind, id: next.id });
    };
    return {
      actions: {
        sendNow: async (id) => {
          await (await sync()).sendNow(id);
          wake();
        },
        sendRest: async (id) => {
          const { status } = await (await sync()).sendRest(id);
          wake();
          return status;
        },
        backToDraft: async (id) => (await (await sync()).backToDraft(id)).status === 'done',
        remove: async (id) => {
          const { status } = await (await sync()).remove(id);
          const removed = status === 'gone' ? 'removed' : status;
          // A failed file of a deleted form would stay unsaved, and would stop updates. The capture code is loaded if there is one.
          if (removed === 'removed' && isUnsaved()) await dismissFiles(store, id).catch(() => null);
          return removed;
        },
      },
      correct: async (id) => {
        const corrected = await (await sync()).startCorrection(id);
        return corrected.status === 'done' ? formPath(corrected.submission) : submissionPath(id);
      },
      startCorrection: async (returned) => {
        const begun = (await mayBeginNow(store)) ? await store.beginCorrection(returned) : null;
        // Loaded on demand, because the outbox's first load does not need them.
        const [{ correctionText, verdictText }, { historyEntries }] = await Promise.all([
          import('../messages/captured.ts'),
          import('../ui/overlays/history-entries.ts'),
        ]);
        // The open dialog has a history entry, which must be removed first.
        await historyEntries().inTurn(historyEntries().leaveLayers);
        if (begun === null) return REGISTER_PATH;
        if (begun.status === 'begun') {
          const { by } = begun;
          return by.status === 'draft' ? formPath(by) : submissionPath(by.id);
        }
        notify(
          begun.status === 'duplicate'
            ? verdictText().reason.duplicate
            : correctionText().notReturned,
        );
        return typeof returned === 'string' ? submissionPath(returned) : OUTBOX_PATH;
      },
      nextSimForCustomer: (submission) => {
        beginning ??= beginNextSim(submission).finally(() => {
          beginning = null;
        });
        return beginning;
      },
    };
  }, [store, sync, wake]);
}
