import { idempotencyKey } from '../domain/ids.ts';
import { reserveGoal } from '../store/form-guids.ts';
import type { SyncPorts } from './ports.ts';

const timeoutMs = 30_000;

/**
 * Asks for formGuids until a few unused ones are in reserve, for captures made without a network.
 * Stops at the first answer that is not one; the next drain goes on. Also refreshes the options.
 */
export async function refillReserve(
  { api, newId, onInfo, store }: SyncPorts,
  signal: AbortSignal,
  mayGoOn: () => boolean = () => !signal.aborted,
): Promise<void> {
  for (let size = await store.reserveSize(); size < reserveGoal && mayGoOn(); size += 1) {
    const answer = await api.send(
      { call: 'GetInfo' },
      { idempotencyKey: idempotencyKey(newId()), timeoutMs, signal },
    );
    if (answer.status !== 'result' || !answer.result.wasSuccessful) return;
    const { info } = answer.result;
    if (info === undefined) return;
    await store.addToReserve([info.formGuid]);
    await onInfo(info);
  }
}
