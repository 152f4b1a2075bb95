import type { SubmissionId } from '../../domain/ids.ts';
import {
  ANY_CONNECTION,
  type PhotoPermission,
  photoPermission,
} from '../../domain/photo-sending.ts';
import type { Hold } from '../../domain/submission-types.ts';
import { VAT_PERCENT } from '../../messages/formats.ts';
import { connectionType } from '../../platform/connection-type.ts';
import type { DeviceValues } from '../../store/device/device-storage.ts';
import { localDay } from '../../store/drafts/new-submission.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { useNow } from '../../ui/content/use-now.ts';
import type { DataPrice } from './submission/submission-text.ts';

export type OutboxContext = Readonly<{
  hold: Hold | null;
  drainLive: boolean;
  photos: PhotoPermission;
  now: number;
}>;

/** Often enough for 'next try 14:05', and for leases that run out unseen. */
const TICK_MS = 5_000;

/** The state that every status text depends on beside its row: hold, running drain, photo permission, time. */
export function useOutboxContext(store: Store): OutboxContext {
  const now = useNow(TICK_MS);
  const state = useStored(() => store.queries.sending(), [store, now]);
  return {
    hold: state?.hold ?? null,
    drainLive: state?.drainLive ?? false,
    photos: photoPermission(state?.photoPolicy ?? ANY_CONNECTION, connectionType(), localDay(now)),
    now,
  };
}

export const dataPrice = ({
  addsVat,
  dataPricePerMb: randPerMegabyte,
}: Pick<DeviceValues, 'addsVat' | 'dataPricePerMb'>): DataPrice | null =>
  randPerMegabyte === null ? null : { randPerMegabyte, upliftPercent: addsVat ? VAT_PERCENT : 0 };

/** The actions of the outbox's screens. The route passes them in, because another folder sends. */
export type OutboxActions = Readonly<{
  /** Asks for a drain at once and starts every wait anew; of all, or of one. */
  sendNow: (id?: SubmissionId) => Promise<void>;
  /** 'Send the rest': the refused form call counts as confirmed, and the rest is sent. False: it is not refused like that any more. */
  sendRest: (id: SubmissionId) => Promise<boolean>;
  /** False: one of its calls was sent meanwhile, so it stays what it is. */
  backToDraft: (id: SubmissionId) => Promise<boolean>;
  /** Deletes every trace, the second copy too. False: a call of it is under way, or it is being submitted. */
  remove: (id: SubmissionId) => Promise<boolean>;
}>;
