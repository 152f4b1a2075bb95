import type { AgentKey, CryptoPort } from '../../seal/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import type { AgentRow } from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import { hasLock, isOpen } from './agent-access.ts';

/** Thrown if all agents are locked. Then no new work may be written, because it would have no owner. */
export class AgentLocked extends Error {
  override name = 'AgentLocked';
}

/** The agents whose keys this page or worker has in memory. */
export type AgentKeys = Readonly<{
  /** Returns null if the agent does not exist or is locked, or if their pepper is lost. */
  keyOf: (agent: unknown) => Promise<AgentKey | null>;
  /**
   * Returns the key of the agent who owns new work. Returns null if no agent exists or none can be unlocked. Throws `AgentLocked` if
   * all agents are locked.
   */
  own: (rows: readonly AgentRow[]) => Promise<AgentKey | null>;
  /** Records that the agent unlocked this page. */
  unlocked: (key: AgentKey) => void;
  current: () => AgentKey | null;
  /** True if this page may show the agent's forms. A sending slot that could decrypt them does not count. */
  mayShow: (agent: unknown) => Promise<boolean>;
  /** True if only an unlock can give the agent's key. */
  isLocked: (agent: unknown) => Promise<boolean>;
  /** Uses these agents, read from second copies. They take precedence over database rows. Replaces the agents of an earlier call. */
  loadAgentsOfCopy: (agents: readonly AgentRow[]) => void;
  lock: () => void;
}>;

export function createAgentKeys(db: Database, cryptoPort: CryptoPort): AgentKeys {
  const keys = new Map<string, AgentKey>();
  let fromCopies: ReadonlyMap<string, AgentRow> = new Map();
  let current: AgentKey | null = null;
  /** Counts locks. A key that was being unlocked when the user locked the app must not be cached. */
  let locks = 0;

  async function opened(row: AgentRow): Promise<AgentKey | null> {
    const have = keys.get(row.id);
    if (have !== undefined) return have;
    const since = locks;
    const key = await cryptoPort.openAgent(row, { kind: 'open' });
    if (key !== null && since === locks) keys.set(row.id, key);
    return key;
  }

  const rowOf = async (agent: unknown): Promise<AgentRow | undefined> =>
    isText(agent) ? (fromCopies.get(agent) ?? (await db.agents.get(agent))) : undefined;

  return {
    keyOf: async (agent) => {
      const have = isText(agent) ? keys.get(agent) : undefined;
      if (have !== undefined) return have;
      const row = await rowOf(agent);
      return row === undefined ? null : opened(row);
    },

    own: async (rows) => {
      if (current !== null) return current;
      for (const row of rows) {
        const key = await opened(row);
        if (key !== null) return key;
      }
      if (rows.some(hasLock)) throw new AgentLocked();
      return null;
    },

    unlocked: (key) => {
      current = key;
      keys.set(key.agent, key);
    },

    current: () => current,

    mayShow: async (agent) => {
      if (isText(agent) && keys.has(agent)) return true;
      const row = await rowOf(agent);
      return row === undefined || isOpen(row);
    },

    isLocked: async (agent) => {
      if (isText(agent) && keys.has(agent)) return false;
      const row = await rowOf(agent);
      return row !== undefined && hasLock(row);
    },

    loadAgentsOfCopy: (rows) => {
      fromCopies = new Map(rows.map((row) => [row.id, row]));
    },

    lock: () => {
      locks += 1;
      current = null;
      keys.clear();
    },
  };
}
