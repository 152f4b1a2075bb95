import type { Hold } from '../../domain/submission-types.ts';
import type { DeviceValues } from '../../store/device.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { useNow } from './now.ts';
import type { DataPrice } from './submission-text.ts';

export type OutboxContext = Readonly<{ hold: Hold | null; drainLive: boolean; now: number }>;

/** What every status word depends on beside its row: the hold, whether a drain is at work, the time. */
export function useOutboxContext(store: Store): OutboxContext {
  const now = useNow();
  const state = useStored(() => store.queries.sending(), [store, now]);
  return { hold: state?.hold ?? null, drainLive: state?.drainLive ?? false, now };
}

const VAT_PERCENT = 15;

export const dataPrice = ({
  addsVat,
  dataPricePerMb: randPerMegabyte,
}: Pick<DeviceValues, 'addsVat' | 'dataPricePerMb'>): DataPrice | null =>
  randPerMegabyte === null ? null : { randPerMegabyte, upliftPercent: addsVat ? VAT_PERCENT : 0 };
