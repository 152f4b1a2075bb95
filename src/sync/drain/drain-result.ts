import type { Hold, Submission } from '../../domain/submission-types.ts';
import type { DrainReason } from './drain-reason.ts';

/** What a drain is asked. */
export type DrainOptions = Readonly<{
  reason?: DrainReason;
  /** No step starts later than this, counted from the drain's start. */
  budgetMs: number;
  /** The longest a call may take. */
  maxCallMs: number;
  /** Every call ends by then, counted from the drain's start; absent: only `maxCallMs` limits it. */
  endMs?: number;
  signal: AbortSignal;
  /** After each step: the row as it is now. */
  onProgress?: (submission: Submission) => void;
}>;

/** What came of it. */
export type DrainResult =
  /** Another drain of this origin runs. `nextAt`: when to try again, as that one may be killed (ms since 1970). */
  | Readonly<{ status: 'busy'; nextAt: number }>
  | Readonly<{
      status: 'drained';
      delivered: number;
      /** Submissions that still wait for the server. */
      waiting: number;
      /** How many of them wait for a link over which their photos may go, for 'Send now', or for their agent to unlock, and for nothing else. */
      waitingForLink: number;
      /** When the next of them may be tried (ms since 1970); null where none waits. */
      nextAt: number | null;
      hold: Hold | null;
    }>;
