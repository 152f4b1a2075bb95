import type { AgentRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';

/** True if the agent's key needs no input from a person. */
export const isOpen = ({ wraps }: AgentRow): boolean => wraps.some(({ kind }) => kind === 'open');

/** True if the agent must unlock: every key slot needs an input. An agent without slots is neither open nor locked. */
export const hasLock = ({ wraps }: AgentRow): boolean =>
  wraps.length > 0 && wraps.every(({ kind }) => kind !== 'open');

/** Which agents' submissions this page may show. */
export type AgentAccess = Readonly<{
  /** True if there is a lock and no agent has unlocked this page. */
  isLocked: boolean;
  /** The other agents who can unlock. */
  others: readonly string[];
  /**
   * Removed agents with another label. Their submissions are still sent, and every agent sees them in the list, encrypted. Their
   * receipts are hidden, because receipts show a customer's initials.
   */
  removed: readonly string[];
}>;

const idsOf = (agents: readonly AgentRow[]): readonly string[] => agents.map(({ id }) => id);

/** @param unlocked the agent who unlocked this page; null if none did */
export function accessOf(agents: readonly AgentRow[], unlocked: string | null): AgentAccess {
  // After a loss, an agent without a lock may stand beside the agent who unlocked this page.
  const own = agents.find(({ id }) => id === unlocked) ?? agents.find(isOpen);
  const others = agents.filter((agent) => agent !== own && hasLock(agent));
  return {
    isLocked: unlocked === null && others.length > 0,
    others: idsOf(others),
    removed: idsOf(
      agents.filter(({ label, wraps }) => own && !wraps.length && label !== own.label),
    ),
  };
}

/** True if all submissions of this phone belong to the current agent. */
export const isOnlyAgent = ({ removed, others }: AgentAccess): boolean =>
  removed.length + others.length === 0;

const isIn = (agents: readonly unknown[], agent: unknown): boolean => agents.includes(agent);

/** True if the agent can unlock, and did not unlock this page. False for a removed or unknown agent. */
export const isOther = ({ others }: AgentAccess, agent: unknown): boolean => isIn(others, agent);

export const isVisibleTo = (
  access: AgentAccess,
  { agent, status }: Readonly<Pick<StoredSubmission, 'agent' | 'status'>>,
): boolean => !isOther(access, agent) && !(status === 'delivered' && isIn(access.removed, agent));
