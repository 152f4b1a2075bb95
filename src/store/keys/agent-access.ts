import type { AgentRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';

/** Whether nothing is asked of a person. */
export const isOpen = ({ wraps }: AgentRow): boolean => wraps.some(({ kind }) => kind === 'open');

/** True if the agent must unlock: the key has slots, and each needs an input. An agent without slots is neither open nor locked. */
export const hasLock = ({ wraps }: AgentRow): boolean =>
  wraps.length > 0 && wraps.every(({ kind }) => kind !== 'open');

/** Which agents' submissions this page may show. */
export type AgentAccess = Readonly<{
  /** Nobody has unlocked it. */
  isLocked: boolean;
  /** Agents who can unlock, and are somebody else. */
  others: readonly string[];
  /**
   * Removed agents with another label. Their submissions are still sent and are listed, encrypted, for everybody. Their receipts are
   * hidden, because receipts name a customer.
   */
  removed: readonly string[];
}>;

const idsOf = (agents: readonly AgentRow[]): readonly string[] => agents.map(({ id }) => id);

/** @param unlocked who has unlocked this page; null: nobody */
export function accessOf(agents: readonly AgentRow[], unlocked: string | null): AgentAccess {
  const own = agents.find((agent) => agent.id === unlocked || isOpen(agent));
  const others = agents.filter((agent) => agent !== own && hasLock(agent));
  return {
    isLocked: own === undefined && others.length > 0,
    others: idsOf(others),
    removed: idsOf(
      agents.filter(({ label, wraps }) => own && !wraps.length && label !== own.label),
    ),
  };
}

/** Whether everything here is theirs. */
export const isOnlyAgent = ({ removed, others }: AgentAccess): boolean =>
  removed.length + others.length === 0;

export const isVisibleTo = (
  { removed, others }: AgentAccess,
  { agent, status }: Readonly<Pick<StoredSubmission, 'agent' | 'status'>>,
): boolean => {
  const isOf = (ids: readonly unknown[]): boolean => ids.includes(agent);
  return !isOf(others) && !(status === 'delivered' && isOf(removed));
};
