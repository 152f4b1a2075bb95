import { useRef, useState } from 'react';
import { stillUntil } from '../../domain/lock.ts';
import { lockText } from '../../messages/lock.ts';
import type { UnlockResult } from '../../store/lock/lock-contract.ts';
import { useNow } from '../../ui/content/use-now.ts';

/** Why it did not work, and until when (ms since 1970) it can't be tried again. */
export type UnlockError = Readonly<{ text: string; until: number | null }>;

/** null: it worked. */
export function unlockProblem(result: UnlockResult): UnlockError | null {
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

export type UnlockAttempt = Readonly<{
  isBusy: boolean;
  problem: string;
  /** Until when nothing is tried, ms since 1970; null: at once. */
  until: number | null;
  /** Runs `work`, unless it still runs from a press before or a wait is on: it takes a second, and a phone's memory. */
  run: (work: () => Promise<UnlockError | null>) => void;
  /** Says something without trying. */
  say: (problem: string) => void;
}>;

/** One try at a time of what asks for a PIN or a code. */
export function useUnlockAttempt(notBefore: number | null): UnlockAttempt {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<UnlockError>({ text: '', until: notBefore });
  const isRunning = useRef(false);
  const now = useNow(500);
  const until = stillUntil(problem.until, now);
  const say = (text: string): void => setProblem({ ...problem, text });

  async function work(task: () => Promise<UnlockError | null>): Promise<void> {
    try {
      const found = await task();
      setProblem(found ?? { text: '', until: null });
    } catch {
      say(lockText().noWorker);
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
