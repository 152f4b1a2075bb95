import { idempotencyKey } from '../../domain/ids.ts';
import { POOL_GOAL } from '../../store/form-guids.ts';
import type { SyncPorts } from '../ports/ports.ts';

const TIMEOUT_MS = 30_000;

/**
 * Asks for formGuids until a few unused ones are in the pool, for captures made without a network.
 * Stops at the first answer that is not one; the next drain goes on. Also refreshes the options.
 */
export async function refillPool(
  ports: SyncPorts,
  signal: AbortSignal,
  mayGoOn: () => boolean = () => !signal.aborted,
): Promise<void> {
  for (let size = await ports.store.poolSize(); size < POOL_GOAL && mayGoOn(); size += 1)
    if ((await askInfo(ports, signal)) !== 'kept') return;
}

/** Whether anything answers at all. Nothing is lost by asking: a formGuid that comes goes into the pool. */
export const reachesServer = async (ports: SyncPorts, signal: AbortSignal): Promise<boolean> =>
  (await askInfo(ports, signal)) !== 'unanswered';

/** `known`: an answer, and with it a cookie; but its formGuid came before and is not used again. */
export type InfoAsked = 'kept' | 'known' | 'noInfo' | 'unanswered';

/** One GetInfo outside any plan: a formGuid for the pool, the options, and with them a fresh anti-forgery cookie. */
export async function askInfo(
  { api, newId, onInfo, store }: SyncPorts,
  signal: AbortSignal,
): Promise<InfoAsked> {
  const answer = await api.send(
    { call: 'GetInfo' },
    { idempotencyKey: idempotencyKey(newId()), timeoutMs: TIMEOUT_MS, signal },
  );
  if (answer.status === 'unanswered') return 'unanswered';
  if (answer.status !== 'result' || !answer.result.wasSuccessful) return 'noInfo';
  const { info } = answer.result;
  if (info === undefined) return 'noInfo';
  const isNew = await store.addToPool(info.formGuid);
  await onInfo(info);
  return isNew ? 'kept' : 'known';
}
