import { useRef, useState } from 'react';
import { stillUntil } from '../../domain/lock.ts';
import { lockText } from '../../messages/lock.ts';
import { isQuotaError } from '../../store/db/transactions.ts';
import type { UnlockResult } from '../../store/lock/lock-contract.ts';
import { useNow } from '../../ui/content/use-now.ts';
import { buzz } from '../../ui/overlays/haptics.ts';

/** The error, and the time (ms since 1970) until which no attempt is allowed. */
export type UnlockError = Readonly<{ text: string; until: number | null }>;

/**
 * Returns null if the unlock succeeded.
 * @param isUnsaved true if the disk refused the last changes. False if they are only being saved.
 */
export function unlockProblem(result: UnlockResult, isUnsaved = false): UnlockError | null {
  const t = lockText();
  switch (result.status) {
    case 'unlocked':
    // Veld was locked meanwhile, and the lock screen shows that.
    case 'locked':
      return null;
    case 'wrong':
      // If the agent must wait, the screen shows only the wait.
      return { text: result.notBefore === null ? t.wrong : '', until: result.notBefore };
    case 'wait':
      return { text: '', until: result.until };
    case 'unsaved':
      return { text: isUnsaved ? t.unsavedOfOther : t.savingOfOther, until: null };
    default:
      return { text: t[result.status], until: null };
  }
}

/** The text after an unexpected error. */
export const failureText = (error: unknown): string =>
  isQuotaError(error) ? lockText().full : lockText().failed;

export type UnlockAttempt = Readonly<{
  isBusy: boolean;
  problem: string;
  /** The time (ms since 1970) until which no attempt is allowed. Null if an attempt is allowed now. */
  until: number | null;
  /**
   * Runs `work`, unless an earlier run is active or the agent must wait. Checking a PIN takes a second and much memory.
   */
  run: (work: () => Promise<UnlockError | null>) => void;
  /** Shows an error without an attempt. */
  say: (problem: string) => void;
}>;

/**
 * Runs one unlock attempt at a time.
 * @param notBefore the wait in the store, as last read. A newer value replaces the shown wait, because the clock may have been set.
 */
export function useUnlockAttempt(notBefore: number | null): UnlockAttempt {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<UnlockError>({ text: '', until: notBefore });
  const [read, setRead] = useState(notBefore);
  if (read !== notBefore) {
    setRead(notBefore);
    setProblem({ ...problem, until: notBefore });
  }
  const isRunning = useRef(false);
  const now = useNow(500);
  const until = stillUntil(problem.until, now);
  const say = (text: string): void => setProblem({ ...problem, text });

  async function work(task: () => Promise<UnlockError | null>): Promise<void> {
    try {
      const found = await task();
      if (found?.text === lockText().wrong) buzz('wrong');
      setProblem(found ?? { text: '', until: null });
    } catch (error) {
      say(failureText(error));
    }
    isRunning.current = false;
    setIsBusy(false);
  }

  return {
    isBusy,
    problem: problem.text,
    until,
    say,
    run(task) {
      if (isRunning.current || until !== null) return;
      isRunning.current = true;
      setIsBusy(true);
      void work(task);
    },
  };
}
