import type { AgentRow } from './rows.ts';

/** Whether nothing is asked of a person. */
export const isOpen = ({ wraps }: AgentRow): boolean => wraps.some(({ kind }) => kind === 'open');

/** Whether a person has to unlock: there are ways to its key, and all ask for something. Of one that lost every way, neither holds. */
export const hasLock = ({ wraps }: AgentRow): boolean =>
  wraps.length > 0 && wraps.every(({ kind }) => kind !== 'open');
