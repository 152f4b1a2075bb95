import { useRef, useState } from 'react';
import { lockText } from '../../messages/lock.ts';
import { useNow } from '../../ui/use-now.ts';
import type { TryProblem } from './try-problem.ts';

export type Try = Readonly<{
  isBusy: boolean;
  problem: string;
  /** Until when nothing is tried, ms since 1970; null: at once. */
  until: number | null;
  /** Runs `work`, unless it still runs from a press before or a wait is on: it takes a second, and a phone's memory. */
  run: (work: () => Promise<TryProblem | null>) => void;
  /** Says something without trying. */
  say: (problem: string) => void;
}>;

/** One try at a time of what asks for a PIN or a code. */
export function useTry(notBefore: number | null): Try {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<TryProblem>({ text: '', until: notBefore });
  const isRunning = useRef(false);
  const now = useNow(500);
  const until = problem.until !== null && problem.until > now ? problem.until : null;
  const say = (text: string): void => setProblem({ ...problem, text });

  async function work(task: () => Promise<TryProblem | null>): Promise<void> {
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
