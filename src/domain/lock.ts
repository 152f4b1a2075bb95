/*
 * The lock's state in one page, and the waits after wrong PINs. Pure: `store/lock` handles the keys and reports the events.
 */

export type LockState =
  | Readonly<{ status: 'open' }>
  /** `notBefore`: when a PIN may be tried, ms since 1970. Null if a PIN may be tried at once. */
  | Readonly<{ status: 'locked'; notBefore: number | null }>
  /** The app is checking a PIN, which takes about a second. No other PIN may be tried meanwhile. */
  | Readonly<{ status: 'trying' }>
  | Readonly<{ status: 'unlocked'; agent: string; since: number }>;

export type LockEvent =
  /** The page starts. `agent`: the agent whose key another tab sent. Null if no tab sent one. */
  | Readonly<{ event: 'started'; hasLock: boolean; agent: string | null; at: number }>
  /** The person chose another agent on the lock screen. */
  | Readonly<{ event: 'agentChosen'; notBefore: number | null }>
  | Readonly<{ event: 'tried'; at: number }>
  | Readonly<{ event: 'succeeded'; agent: string; at: number }>
  | Readonly<{ event: 'failed'; notBefore: number | null }>
  | Readonly<{ event: 'lockSet'; agent: string; at: number }>
  | Readonly<{ event: 'lockTakenOff' }>
  | Readonly<{ event: 'idle' | 'hidden' | 'lockPressed' | 'otherTabLocked' }>;

const LOCKED: LockState = { status: 'locked', notBefore: null };

/** The state after an event. Returns the same object if the event changes nothing. */
export function lockAfter(state: LockState, event: LockEvent): LockState {
  switch (event.event) {
    case 'started':
      if (!event.hasLock) return { status: 'open' };
      return event.agent === null
        ? LOCKED
        : { status: 'unlocked', agent: event.agent, since: event.at };
    case 'agentChosen':
      return state.status === 'locked' ? { status: 'locked', notBefore: event.notBefore } : state;
    case 'tried':
      return state.status === 'locked' && mayTry(state.notBefore, event.at)
        ? { status: 'trying' }
        : state;
    case 'succeeded':
      return state.status === 'trying'
        ? { status: 'unlocked', agent: event.agent, since: event.at }
        : state;
    case 'failed':
      return state.status === 'trying' ? { status: 'locked', notBefore: event.notBefore } : state;
    case 'lockSet':
      return state.status === 'open'
        ? { status: 'unlocked', agent: event.agent, since: event.at }
        : state;
    case 'lockTakenOff':
      return state.status === 'unlocked' ? { status: 'open' } : state;
    case 'otherTabLocked':
      // An open page does not know yet that the other tab has set a lock.
      return state.status === 'locked' ? state : LOCKED;
    default:
      return state.status === 'unlocked' || state.status === 'trying' ? LOCKED : state;
  }
}

const mayTry = (notBefore: number | null, at: number): boolean =>
  notBefore === null || at >= notBefore;

/** Wrong tries in a row, and the time of the last one, ms since 1970. */
export type FailedAttempts = Readonly<{ count: number; lastAt: number }>;

export const NO_FAILED_ATTEMPTS: FailedAttempts = { count: 0, lastAt: 0 };

/** The number of wrong tries without a wait. */
const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 3_600_000;

/** The wait after `count` wrong tries in a row, ms. */
export const waitAfter = (count: number): number =>
  count <= FREE_TRIES
    ? 0
    : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(count - FREE_TRIES - 1, 20));

/** The failures, with `lastAt` at most now. If the clock was set back, the wait starts again. The caller must store the result. */
export const currentFailures = (failures: FailedAttempts, now: number): FailedAttempts =>
  failures.lastAt > now ? { ...failures, lastAt: now } : failures;

/** When the next try is allowed, ms since 1970. Returns null if it is allowed at once. */
export function notBefore(failures: FailedAttempts, now: number): number | null {
  const { count, lastAt } = currentFailures(failures, now);
  const until = lastAt + waitAfter(count);
  return until > now ? until : null;
}

/**
 * The end of a wait that a screen shows, ms since 1970. Returns null if the wait is over. A wait of more than an hour was set while
 * the clock was ahead, and counts as over. The next attempt corrects it.
 */
export const stillUntil = (until: number | null, now: number): number | null =>
  until !== null && until > now && until - now <= MAX_WAIT_MS ? until : null;

export const afterFailure = ({ count }: FailedAttempts, now: number): FailedAttempts => ({
  count: count + 1,
  lastAt: now,
});

/* Labels distinguish the agents of one phone. */

const MAX_LABEL_LENGTH = 30;

/** The reason why a text can't be an agent's label. `taken`: another agent of the phone has it. */
export type LabelFault = 'empty' | 'long' | 'taken';

/** The label as it is stored and shown. */
export const asLabel = (text: string): string => text.normalize('NFC').trim();

/** The form in which labels are compared. Labels that people could not tell apart are equal. */
const asCompared = (label: string): string => asLabel(label).normalize('NFKC').toLowerCase();

/** Returns null if the label is allowed. `others`: the labels of the phone's other agents; null for an agent without a label. */
export function labelFault(text: string, others: readonly (string | null)[]): LabelFault | null {
  const label = asLabel(text);
  if (label === '') return 'empty';
  if ([...label].length > MAX_LABEL_LENGTH) return 'long';
  const isTaken = others.some((other) => other !== null && asCompared(other) === asCompared(label));
  return isTaken ? 'taken' : null;
}
