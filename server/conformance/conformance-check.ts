import type { Accepted } from '../../src/domain/announced.ts';
import type { TestSession } from './test-session.ts';

/**
 * `fails`: the backend lacks the property; `found` describes its answer.
 * `unseen`: no client can see the property with this backend, so it is not held against the backend.
 * `unchecked`: a condition of the check was not met.
 */
export type Verdict =
  | Readonly<{ status: 'holds'; note: string | null }>
  | Readonly<{ status: 'fails'; found: string }>
  | Readonly<{ status: 'unseen'; why: string }>
  | Readonly<{ status: 'unchecked'; why: string }>;

/** A check of one property that phones depend on. */
export type Check = Readonly<{
  id: string;
  /** `must`: without the property, phones lose something, send it twice, or never send it. */
  level: 'must' | 'should';
  /** The property of a backend that phones can use. */
  says: string;
  /** For a `should`: the app's behaviour without the property. */
  otherwise?: string;
  /** `write`: the check changes data. `slow`: it also takes long or sends large files. Absent: it changes nothing. */
  needs?: 'write' | 'slow';
  /** The check runs only if the API has the app's origin, or only if it has another one. Absent: always. */
  where?: 'sameOrigin' | 'otherOrigin';
  /** The check runs only if the backend announces this. Absent: always. */
  announced?: Accepted;
  /** The ids of checks that must hold first. Ids of checks that do not apply are ignored. */
  after?: readonly string[];
  run: (session: TestSession) => Promise<Verdict>;
}>;

export const holds = (note: string | null = null): Verdict => ({ status: 'holds', note });
export const fails = (found: string): Verdict => ({ status: 'fails', found });
export const unseen = (why: string): Verdict => ({ status: 'unseen', why });
