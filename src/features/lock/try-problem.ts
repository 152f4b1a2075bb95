import { lockText } from '../../messages/lock.ts';
import type { UnlockResult } from '../../store/lock-port.ts';

/** Why it did not work, and until when (ms since 1970) it can't be tried again. */
export type TryProblem = Readonly<{ text: string; until: number | null }>;

/** null: it worked. */
export function unlockProblem(result: UnlockResult): TryProblem | null {
  const t = lockText();
  switch (result.status) {
    case 'unlocked':
    // Somebody locked meanwhile, which the screen shows.
    case 'locked':
      return null;
    case 'wrong':
      return { text: t.wrong, until: result.notBefore };
    case 'wait':
      return { text: '', until: result.until };
    case 'unsaved':
      return { text: t.unsavedOfOther, until: null };
    default:
      return { text: t[result.status], until: null };
  }
}
