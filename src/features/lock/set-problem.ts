import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { PreparedCode, PrepareResult, RemoveLockResult } from '../../store/lock-port.ts';
import { type TryProblem, unlockProblem } from './try-problem.ts';

/** Of whatever changes something of the lock. */
export type SetResult = RemoveLockResult | Exclude<PrepareResult, PreparedCode>;

/** Why it was not set; null: it was. */
export function setProblem(result: SetResult): TryProblem | null {
  const t = lockSettingsText();
  switch (result.status) {
    case 'done':
      return null;
    case 'unfit':
      return { text: t.fault[result.fault], until: null };
    case 'changed':
      return { text: t.changedElsewhere, until: null };
    case 'several':
      return { text: t.severalAgents, until: null };
    case 'locked':
      return { text: t.lockedMeanwhile, until: null };
    case 'notSaved':
      return { text: t.notSaved, until: null };
    case 'refused':
      return { text: t.fingerNotSet, until: null };
    case 'unable':
      return { text: t.fingerUnable, until: null };
    default:
      return unlockProblem(result);
  }
}

/** The same; calls `done` where it was. */
export function problemAfter(result: SetResult, done: () => void): TryProblem | null {
  const problem = setProblem(result);
  if (problem === null) done();
  return problem;
}
