import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { PreparedCode, PrepareResult, WithPinResult } from '../../store/lock-port.ts';
import { type TryProblem, unlockProblem } from './try-problem.ts';

/** Of whatever changes something of the lock. */
export type SetResult = WithPinResult | Exclude<PrepareResult, PreparedCode>;

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
    case 'locked':
      return { text: t.lockedMeanwhile, until: null };
    case 'notSaved':
      return { text: t.notSaved, until: null };
    default:
      return unlockProblem(result);
  }
}
