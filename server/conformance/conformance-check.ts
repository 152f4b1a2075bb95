import type { TestSession } from './test-session.ts';

/**
 * `fails`: what came instead. `unseen`: nobody outside can tell with this backend, so it is not held against it.
 * `unchecked`: something that it needs was not as it must be.
 */
export type Verdict =
  | Readonly<{ status: 'holds'; note: string | null }>
  | Readonly<{ status: 'fails'; found: string }>
  | Readonly<{ status: 'unseen'; why: string }>
  | Readonly<{ status: 'unchecked'; why: string }>;

/** A check of one property that phones depend on. */
export type Check = Readonly<{
  id: string;
  /** `must`: without it phones lose, double or never send something. */
  level: 'must' | 'should';
  /** The property of a backend that phones can use. */
  says: string;
  /** For a `should`: what the app does without it. */
  otherwise?: string;
  /** The needs of the check, apart from calls that change nothing. */
  needs?: 'write' | 'slow';
  /** The origins where the check matters. Absent: both. */
  where?: 'sameOrigin' | 'otherOrigin';
  /** Checks that must have held, by id; those that do not apply don't count. */
  after?: readonly string[];
  run: (session: TestSession) => Promise<Verdict>;
}>;

export const holds = (note: string | null = null): Verdict => ({ status: 'holds', note });
export const fails = (found: string): Verdict => ({ status: 'fails', found });
export const unseen = (why: string): Verdict => ({ status: 'unseen', why });
