import { useLiveQuery } from 'dexie-react-hooks';
import type { Hold } from '../../domain/submission-types.ts';
import type { Database } from '../../store/database.ts';
import { deviceStorage } from '../../store/device.ts';
import { currentHold, drainIsLive } from '../../store/outbox-queries.ts';
import { useNow } from './now.ts';
import type { DataPrice } from './submission-text.ts';

export type OutboxContext = Readonly<{ hold: Hold | null; drainLive: boolean; now: number }>;

/** What every status word depends on beside its row: the hold, whether a drain is at work, the time. */
export function useOutboxContext(db: Database): OutboxContext {
  const now = useNow();
  const state = useLiveQuery(
    async () => ({ hold: await currentHold(db), drainLive: await drainIsLive(db, Date.now()) }),
    [db, now],
  );
  return { hold: state?.hold ?? null, drainLive: state?.drainLive ?? false, now };
}

const VAT_PERCENT = 15;

export async function dataPrice(db: Database): Promise<DataPrice | null> {
  const storage = deviceStorage(db);
  const randPerMegabyte = await storage.get('dataPricePerMb');
  if (randPerMegabyte === null) return null;
  return { randPerMegabyte, upliftPercent: (await storage.get('addsVat')) ? VAT_PERCENT : 0 };
}
