import { schedule } from '../../platform/timers.ts';

/** The messages between tabs about the lock. A key is sent as a `CryptoKey`, which can't be exported. */
type LockMessage =
  | Readonly<{ type: 'locked' }>
  | Readonly<{ type: 'unlocked'; agent: string }>
  | Readonly<{ type: 'whoHasKey' }>
  | Readonly<{ type: 'key'; key: SharedKey }>;

export type SharedKey = Readonly<{ agent: string; source: unknown }>;

/** The used functions of a BroadcastChannel. A message reaches every other page, but not the sender. */
export type Broadcast = Readonly<{
  postMessage: (message: unknown) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void;
}>;

/** The pages of this browser that are unlocked. */
export type UnlockedPages = Readonly<{
  /** Counts this page as unlocked, until it calls the returned function or ends. */
  join: () => () => void;
  areAny: () => Promise<boolean>;
}>;

export type LockChannel = Readonly<{
  /** Asks the other pages for a key. Returns null if no page is unlocked, or if none answers in time. */
  ask: () => Promise<SharedKey | null>;
  tellLocked: () => void;
  tellUnlocked: (agent: string) => void;
}>;

/** The time (ms) to wait for another page's key. A busy page on a slow phone may take seconds; a frozen page never answers. */
const ANSWER_LIMIT_MS = 3_000;

const isMessage = (data: unknown): data is LockMessage =>
  typeof data === 'object' && data !== null && 'type' in data;

/** @param held this page's key, for other pages that ask */
export function lockChannel(
  broadcast: Broadcast,
  unlockedPages: Pick<UnlockedPages, 'areAny'>,
  held: () => SharedKey | null,
  locked: () => void,
): LockChannel {
  const waiting = new Set<(key: SharedKey | null) => void>();
  const tell = (message: LockMessage): void => broadcast.postMessage(message);
  broadcast.addEventListener('message', ({ data }) => {
    if (!isMessage(data)) return;
    const isOfOther = data.type === 'unlocked' && held() !== null && held()?.agent !== data.agent;
    if (data.type === 'locked' || isOfOther) {
      // A key that is still on its way was sent before the lock, so the page must not use it.
      for (const take of waiting) take(null);
      locked();
    }
    const key = data.type === 'whoHasKey' ? held() : null;
    if (key !== null) {
      const { agent, source } = key;
      // Sends only these two properties: `postMessage` throws if the message contains a function.
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
        void unlockedPages.areAny().then(
          (areAny) => (areAny ? tell({ type: 'whoHasKey' }) : take(null)),
          () => take(null),
        );
      }),
    tellLocked: () => tell({ type: 'locked' }),
    tellUnlocked: (agent) => tell({ type: 'unlocked', agent }),
  };
}
