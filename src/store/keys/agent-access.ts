import type { AgentRow } from '../format/rows.ts';
import type { StoredSubmission } from '../format/submission-row.ts';

/** Whether nothing is asked of a person. */
export const isOpen = ({ wraps }: AgentRow): boolean => wraps.some(({ kind }) => kind === 'open');

/** Whether a person has to unlock: there are ways to its key, and all ask for something. Of one that lost every way, neither holds. */
export const hasLock = ({ wraps }: AgentRow): boolean =>
  wraps.length > 0 && wraps.every(({ kind }) => kind !== 'open');

/** Whose submissions whoever is at this page may be shown. */
export type Whose = Readonly<{
  /** Nobody has unlocked it. */
  isLocked: boolean;
  /** Agents who can unlock, and are somebody else. */
  others: readonly string[];
  /**
   * Agents whom nobody can unlock as any more, and who had another label. What they submitted is still sent, and somebody has to see
   * whether it is refused: it is listed to all, closed; their receipts, which name a customer, to nobody.
   */
  gone: readonly string[];
}>;

const idsOf = (agents: readonly AgentRow[]): readonly string[] => agents.map(({ id }) => id);

/** @param unlocked who has unlocked this page; null: nobody */
export function whoseOf(agents: readonly AgentRow[], unlocked: string | null): Whose {
  const own = agents.find((agent) => agent.id === unlocked || isOpen(agent));
  const others = agents.filter((agent) => agent !== own && hasLock(agent));
  return {
    isLocked: own === undefined && others.length > 0,
    others: idsOf(others),
    gone: idsOf(agents.filter(({ label, wraps }) => own && !wraps.length && label !== own.label)),
  };
}

/** Whether everything here is theirs. */
export const isAlone = ({ gone, others }: Whose): boolean => gone.length + others.length === 0;

export const isTheirs = (
  { gone, others }: Whose,
  { agent, status }: Readonly<Pick<StoredSubmission, 'agent' | 'status'>>,
): boolean => {
  const isOf = (ids: readonly unknown[]): boolean => ids.includes(agent);
  return !isOf(others) && !(status === 'delivered' && isOf(gone));
};
