/*
 * The lock's state for one page, and the waits after wrong PINs. Pure: the code with the keys reports the events.
 */

export type LockState =
  /** There is nothing to unlock. */
  | Readonly<{ status: 'open' }>
  /** `notBefore`: ms since 1970, null where a PIN may be tried at once. */
  | Readonly<{ status: 'locked'; notBefore: number | null }>
  /** A PIN is being tried, which takes a second: another one has to wait for the answer. */
  | Readonly<{ status: 'trying' }>
  | Readonly<{ status: 'unlocked'; agent: string; since: number }>;

export type LockEvent =
  /** A page begins; `agent`: another tab gave its key. */
  | Readonly<{ event: 'started'; hasLock: boolean; agent: string | null; at: number }>
  /** Somebody else is to unlock. */
  | Readonly<{ event: 'agentChosen'; notBefore: number | null }>
  | Readonly<{ event: 'tried'; at: number }>
  | Readonly<{ event: 'succeeded'; agent: string; at: number }>
  | Readonly<{ event: 'failed'; notBefore: number | null }>
  | Readonly<{ event: 'lockSet'; agent: string; at: number }>
  | Readonly<{ event: 'lockTakenOff' }>
  | Readonly<{ event: 'idle' | 'hidden' | 'lockPressed' | 'otherTabLocked' }>;

const LOCKED: LockState = { status: 'locked', notBefore: null };

/** The state after an event; the same object where it changes nothing, as when a locked page is hidden. */
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
    default:
      return state.status === 'unlocked' || state.status === 'trying' ? LOCKED : state;
  }
}

const mayTry = (notBefore: number | null, at: number): boolean =>
  notBefore === null || at >= notBefore;

/** Wrong tries in a row, and the time of the last one, ms since 1970. */
export type FailedAttempts = Readonly<{ count: number; lastAt: number }>;

export const NO_FAILED_ATTEMPTS: FailedAttempts = { count: 0, lastAt: 0 };

/** So many may be wrong before somebody has to wait. */
const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 3_600_000;

/** The wait after the last of so many wrong tries, ms. */
export const waitAfter = (count: number): number =>
  count <= FREE_TRIES
    ? 0
    : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(count - FREE_TRIES - 1, 20));

/** As they count now: where the clock was set back since, the wait begins anew, and is to be written so. */
export const currentFailures = (failures: FailedAttempts, now: number): FailedAttempts =>
  failures.lastAt > now ? { ...failures, lastAt: now } : failures;

/** When the next try may be made, ms since 1970; null: at once. */
export function notBefore(failures: FailedAttempts, now: number): number | null {
  const { count, lastAt } = currentFailures(failures, now);
  const until = lastAt + waitAfter(count);
  return until > now ? until : null;
}

/**
 * The end of a wait that a screen shows, ms since 1970. Returns null if it is over. A wait longer than the longest possible one was
 * set while the clock was ahead, and counts as over. The next attempt gets the right one.
 */
export const stillUntil = (until: number | null, now: number): number | null =>
  until !== null && until > now && until - now <= MAX_WAIT_MS ? until : null;

export const afterFailure = ({ count }: FailedAttempts, now: number): FailedAttempts => ({
  count: count + 1,
  lastAt: now,
});

/* The longest label. Labels distinguish the agents of one phone. */

const MAX_LABEL_LENGTH = 30;

/** Why a text can't be an agent's label. `taken`: another agent of the phone has it. */
export type LabelFault = 'empty' | 'long' | 'taken';

/** The label as it is stored and shown. */
export const asLabel = (text: string): string => text.normalize('NFC').trim();

/** Two that people could not tell apart are one. */
const asCompared = (label: string): string => asLabel(label).normalize('NFKC').toLowerCase();

/** null: it may be taken. `others`: of the phone's other agents; null where one has none. */
export function labelFault(text: string, others: readonly (string | null)[]): LabelFault | null {
  const label = asLabel(text);
  if (label === '') return 'empty';
  if ([...label].length > MAX_LABEL_LENGTH) return 'long';
  const isTaken = others.some((other) => other !== null && asCompared(other) === asCompared(label));
  return isTaken ? 'taken' : null;
}
