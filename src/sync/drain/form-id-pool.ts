import { idempotencyKey } from '../../domain/ids.ts';
import { POOL_GOAL } from '../../store/outbox/form-guids.ts';
import type { FormIds } from '../../store/outbox/outbox-port.ts';
import type { Uses } from '../ports/ports.ts';

export type InfoPorts = Uses<'api' | 'clock' | 'newId' | 'onInfo', FormIds>;

const TIMEOUT_MS = 30_000;

/**
 * Requests formGuids until the pool has enough new ones, for Submits without a network. Stops at the first request that adds none; the
 * next drain continues. GetInfo also refreshes the option lists.
 */
export async function refillPool(
  ports: InfoPorts,
  signal: AbortSignal,
  mayGoOn: () => Promise<boolean> = async () => !signal.aborted,
): Promise<void> {
  let size = await ports.store.poolSize(ports.clock.now());
  for (; size < POOL_GOAL && (await mayGoOn()); size += 1)
    if ((await requestInfo(ports, signal)) !== 'added') return;
}

/** True if the server answers a GetInfo. This call is harmless: the returned formGuid goes into the pool. */
export const reachesServer = async (ports: InfoPorts, signal: AbortSignal): Promise<boolean> =>
  (await requestInfo(ports, signal)) !== 'unanswered';

/**
 * `added`: the pool has a new formGuid. `known`: the server answered, but this device received the formGuid before. `noInfo`: the answer
 * has no formGuid. `unanswered`: no answer.
 */
export type InfoOutcome = 'added' | 'known' | 'noInfo' | 'unanswered';

/** Calls GetInfo outside a plan. The answer has a formGuid for the pool, option lists, and a fresh anti-forgery cookie. */
export async function requestInfo(
  { api, clock, newId, onInfo, store }: InfoPorts,
  signal: AbortSignal,
): Promise<InfoOutcome> {
  const answer = await api.send(
    { call: 'GetInfo' },
    { idempotencyKey: idempotencyKey(newId()), timeoutMs: TIMEOUT_MS, signal },
  );
  if (answer.status === 'unanswered') return 'unanswered';
  if (answer.status !== 'result' || !answer.result.wasSuccessful) return 'noInfo';
  const { info } = answer.result;
  if (info === undefined) return 'noInfo';
  const isNew = await store.addToPool(info.formGuid, clock.now());
  await onInfo(info);
  return isNew ? 'added' : 'known';
}
