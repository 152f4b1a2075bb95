import type { Database } from '../db/database.ts';
import { queryOf } from '../db/query.ts';
import { withReopen } from '../db/transactions.ts';
import { readKey, writeKey } from '../device/device-keys.ts';
import type { LockPorts } from './lock-contract.ts';
import { countWaitingForUnlock } from './sending-slots.ts';

/** The time between an agent's unlock and the next lock of this page. */
export type AgentSession = Readonly<{
  /** Call it before the page unlocks. Ends the sign-in if it belongs to another agent. */
  prepare: (agent: string) => Promise<void>;
  begin: (agent: string) => void;
  /** Call it after the page unlocked. Stores the agent; the write also runs the frame's counting queries again. */
  remember: (agent: string) => Promise<void>;
  end: () => void;
}>;

export function agentSession(
  db: Database,
  { onWaitingForUnlock, signOut }: Pick<LockPorts, 'onWaitingForUnlock' | 'signOut'>,
): AgentSession {
  let unwatch = (): void => undefined;
  const end = (): void => {
    unwatch();
    unwatch = () => undefined;
  };
  const last = (): Promise<string | undefined> =>
    withReopen(db, () => readKey(db, 'sessionAgent')).catch(() => undefined);

  return {
    prepare: async (agent) => {
      const before = await last();
      if (before !== undefined && before !== agent) await signOut().catch(() => undefined);
    },
    begin: (agent) => {
      end();
      unwatch = onWaitingForUnlock(queryOf(() => countWaitingForUnlock(db, agent)));
    },
    remember: async (agent) => {
      if ((await last()) !== agent)
        await withReopen(db, () => writeKey(db, 'sessionAgent', agent)).catch(() => undefined);
    },
    end,
  };
}
