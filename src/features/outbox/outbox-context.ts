import type { SubmissionId } from '../../domain/ids.ts';
import { type PhotoPermission, photoPermission } from '../../domain/photo-sending.ts';
import type { Hold } from '../../domain/submission-types.ts';
import { VAT_PERCENT } from '../../messages/formats.ts';
import { submissionText } from '../../messages/submission.ts';
import { connectionType } from '../../platform/connection-type.ts';
import { isQuotaError } from '../../store/db/transactions.ts';
import type { DeviceValues } from '../../store/device/device-storage.ts';
import { localDay } from '../../store/drafts/new-submission.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { useNow } from '../../ui/content/use-now.ts';
import { notify } from '../../ui/overlays/toasts.ts';
import type { DataPrice } from './submission/submission-text.ts';

export type OutboxContext = Readonly<{
  hold: Hold | null;
  drainLive: boolean;
  /** `go` also if no submission has a photo that would wait. */
  photos: PhotoPermission;
  /** True if a waiting submission is sent only while Veld is open and unlocked. */
  needsUnlock: boolean;
  now: number;
}>;

/** How often texts such as 'next try 14:05' are updated. The tick also notices expired leases, which cause no event. */
const TICK_MS = 5_000;

/** The facts that every status text needs besides its row: hold, running drain, photo permission, time. */
export function useOutboxContext(store: Store): OutboxContext {
  const now = useNow(TICK_MS);
  const state = useStored(() => store.queries.sending(), [store, now]);
  return {
    hold: state?.hold ?? null,
    drainLive: state?.drainLive ?? false,
    photos: state?.photosWait
      ? photoPermission(state.photoPolicy, connectionType(), localDay(now))
      : 'go',
    needsUnlock: state?.needsUnlock ?? false,
    now,
  };
}

export const dataPrice = ({
  addsVat,
  dataPricePerMb: randPerMegabyte,
}: Pick<DeviceValues, 'addsVat' | 'dataPricePerMb'>): DataPrice | null =>
  randPerMegabyte === null ? null : { randPerMegabyte, upliftPercent: addsVat ? VAT_PERCENT : 0 };

/** Runs the action of a button. If it fails, a notice says so. */
export const orNotice = (action: Promise<unknown>): Promise<unknown> =>
  action.catch((error) => {
    const t = submissionText();
    notify(isQuotaError(error) ? t.full : t.failed, { kind: 'warning' });
  });

/** Presses 'Send the rest'. A notice says so if the form stays refused. */
export const askToSendRest = (
  sendRest: OutboxActions['sendRest'],
  id: SubmissionId,
): Promise<unknown> =>
  orNotice(
    sendRest(id).then((status) => {
      const t = submissionText();
      if (status === 'edited') notify(t.edited, { kind: 'warning' });
      if (status === 'refused') notify(t.failed, { kind: 'warning' });
    }),
  );

export type Removal = 'removed' | 'sending' | 'busy';

/**
 * The actions of the outbox's screens. The route passes them in, because the outbox's feature does not import the
 * sending code.
 */
export type OutboxActions = Readonly<{
  /** Starts a drain at once and resets the waits of all submissions, or of one. */
  sendNow: (id?: SubmissionId) => Promise<void>;
  /**
   * 'Send the rest': the refused form call counts as confirmed, and the other calls are sent. `edited`: the agent changed
   * the form meanwhile. `underWay`: the form was queued before.
   */
  sendRest: (id: SubmissionId) => Promise<'done' | 'edited' | 'underWay' | 'refused' | 'gone'>;
  /** Resolves to false if a call was sent meanwhile. The submission then stays unchanged. */
  backToDraft: (id: SubmissionId) => Promise<boolean>;
  /**
   * Deletes all data of the submission, including its second copy. Deletes nothing if it is `sending`, or if another tab
   * is submitting or changing it (`busy`).
   */
  remove: (id: SubmissionId) => Promise<Removal>;
}>;
