import { schedule } from '../../platform/timers.ts';

/** The messages between tabs about the lock. A key is sent as a `CryptoKey`, whose bytes nobody can read. */
type LockMessage =
  | Readonly<{ type: 'locked' }>
  | Readonly<{ type: 'unlocked'; agent: string }>
  | Readonly<{ type: 'whoHasKey' }>
  | Readonly<{ type: 'key'; key: SharedKey }>;

export type SharedKey = Readonly<{ agent: string; source: unknown }>;

/** The part of a BroadcastChannel that is used: it tells every other page, and not itself. */
export type Broadcast = Readonly<{
  postMessage: (message: unknown) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void;
}>;

export type LockChannel = Readonly<{
  /** The key of another page; null: none gave one in time. */
  ask: () => Promise<SharedKey | null>;
  tellLocked: () => void;
  /** For pages where another agent is. */
  tellUnlocked: (agent: string) => void;
}>;

/** A page that has the key answers at once; nobody should see the lock screen for less. */
const ANSWER_LIMIT_MS = 150;

const isMessage = (data: unknown): data is LockMessage =>
  typeof data === 'object' && data !== null && 'type' in data;

/** @param held the key of this page, for others that ask */
export function lockChannel(
  broadcast: Broadcast,
  held: () => SharedKey | null,
  locked: () => void,
): LockChannel {
  const waiting = new Set<(key: SharedKey | null) => void>();
  const tell = (message: LockMessage): void => broadcast.postMessage(message);
  broadcast.addEventListener('message', ({ data }) => {
    if (!isMessage(data)) return;
    const isOfOther = data.type === 'unlocked' && held() !== null && held()?.agent !== data.agent;
    if (data.type === 'locked' || isOfOther) {
      // A key that is still on its way is of before.
      for (const take of waiting) take(null);
      locked();
    }
    const key = data.type === 'whoHasKey' ? held() : null;
    if (key !== null) {
      const { agent, source } = key;
      // Nothing else of it: functions can't be told, and the browser refuses the whole then.
      tell({ type: 'key', key: { agent, source } });
    }
    if (data.type === 'key') for (const take of waiting) take(data.key);
  });
  return {
    ask: () =>
      new Promise((resolve) => {
        const take = (key: SharedKey | null): void => {
          waiting.delete(take);
          cancel();
          resolve(key);
        };
        const cancel = schedule(ANSWER_LIMIT_MS, () => take(null));
        waiting.add(take);
        tell({ type: 'whoHasKey' });
      }),
    tellLocked: () => tell({ type: 'locked' }),
    tellUnlocked: (agent) => tell({ type: 'unlocked', agent }),
  };
}
