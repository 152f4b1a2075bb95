import type { SyncPorts } from '../../../src/sync/ports/ports.ts';

export class KilledError extends Error {
  override readonly name = 'KilledError';
}

export type Killable = Readonly<{
  ports: SyncPorts;
  /** The number of port calls so far. */
  calls: () => number;
  isDead: () => boolean;
}>;

type Async = (...values: never[]) => Promise<unknown>;

/**
 * The ports of a process that is killed at its n-th port call (`at`, from 1). `before`: the call has no effect. `after`: the call takes
 * effect, but the caller gets no result. From then on every port call rejects.
 */
export function killable(ports: SyncPorts, at: number, moment: 'before' | 'after'): Killable {
  let calls = 0;
  let dead = false;
  const guarded =
    <F extends Async>(work: F) =>
    async (...values: Parameters<F>): Promise<unknown> => {
      if (dead) throw new KilledError('dead');
      calls += 1;
      const isLast = calls === at;
      if (isLast && moment === 'before') dead = true;
      if (dead) throw new KilledError('killed');
      const result = await work(...values);
      if (isLast) dead = true;
      // The caller never gets the result.
      if (dead) throw new KilledError('killed');
      return result;
    };
  const all = <T extends object>(port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([key, value]) => [
        key,
        typeof value === 'function' ? guarded(value as Async) : value,
      ]),
    ) as T;

  return {
    calls: () => calls,
    isDead: () => dead,
    ports: {
      ...ports,
      store: all(ports.store),
      secondCopy: all(ports.secondCopy),
      api: { send: guarded(ports.api.send as Async) as SyncPorts['api']['send'] },
      digest: guarded(ports.digest as Async) as SyncPorts['digest'],
    },
  };
}
