/*
 * The additional members of GetInfo. `accepts`: the extensions that the backend accepts. Without it the app sends only the calls of the
 * specification. `device` says whether this phone is revoked. `policy` has the operator's limits for new forms.
 */

/** The extensions that this app uses if the backend announces them. */
export type Accepted =
  /** The app may send `Idempotency-Key` to a backend on another origin. */
  | 'idempotencyKey'
  /** The app may send a large file in several requests. */
  | 'pieces'
  /** The app may send photos as `image/webp`. */
  | 'webp'
  /** The app sends `X-Client-State` with GetInfo. */
  | 'clientState'
  /** The app may read the operator's verdicts, with `GetInfo?after=<cursor>`. */
  | 'statusAfter'
  /** A form may say which returned form it corrects. */
  | 'corrects';

/** `revoked`: the operator allows this device no new form. */
export type DeviceState = 'ok' | 'revoked';

/** The operator's limits for new forms. A missing member limits nothing. */
export type Policy = Readonly<{
  version: string;
  /** An older app is warned. */
  minimumVersion?: string;
  /** The phone begins no new form while this many forms wait. */
  maxUnsent?: number;
  /** The phone begins no new form while a form has waited this many hours. */
  maxAgeHours?: number;
}>;

/** The announcement in one GetInfo answer. Only the newest answer counts. */
export type Announcement = Readonly<{
  accepts: readonly string[];
  /** Absent: the operator allows new forms. */
  isRevoked?: true;
  policy?: Policy;
}>;

/** The announcement of the backend at one base address. */
export type Announced = Announcement & Readonly<{ base: string }>;

const MAX_STRINGS = 50;
const MAX_LENGTH = 100;

/** The strings that an answer announces. A member or an entry of another type is ignored. */
export function announcedIn(
  answer: Readonly<{ accepts?: unknown; acceptsClientState?: unknown }>,
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(answer.accepts) ? answer.accepts : [];
  const texts = list.filter(
    (entry): entry is string => typeof entry === 'string' && entry.length <= MAX_LENGTH,
  );
  const clientState: Accepted = 'clientState';
  const older = answer.acceptsClientState === true ? [clientState] : [];
  return [...new Set([...texts.slice(0, MAX_STRINGS), ...older])];
}

/**
 * Whether the backend accepts `what`. Returns null if the backend did not announce `what`. The build setting takes precedence.
 * @param forced the build setting: 'webp' turns WebP on, '-webp' turns it off; the last entry about an extension counts
 */
export function isAccepted(
  what: Accepted,
  announced: readonly string[],
  forced: readonly string[],
): boolean | null {
  const said = forced.filter((each) => each === what || each === `-${what}`).at(-1);
  if (said !== undefined) return said === what;
  return announced.includes(what) ? true : null;
}

/** The facts in `X-Client-State`. They name no customer. */
export type ClientState = Readonly<{
  waiting: number;
  /** When the oldest of them was submitted (ms since 1970). Null if none waits. */
  oldestSubmittedAt: number | null;
  refused: number;
}>;

const MINUTE_MS = 60_000;

/** 'v=0.1.0;w=14;o=4320;a=2': the app's version, the waiting forms, the minutes since the oldest was submitted, the refused forms. */
export function clientStateText(
  version: string,
  { oldestSubmittedAt, refused, waiting }: ClientState,
  now: number,
): string {
  const age = oldestSubmittedAt === null ? 0 : Math.max(0, now - oldestSubmittedAt);
  return `v=${version};w=${waiting};o=${Math.floor(age / MINUTE_MS)};a=${refused}`;
}

/** The stored facts that decide whether a new form may begin. */
export type BeginFacts = Readonly<{
  isRevoked: boolean;
  policy: Policy | null;
  /** The waiting submissions of the whole phone. Refused ones do not count, because one that cannot be corrected must not stop a phone. */
  unsent: number;
  /** When the oldest of them was submitted (ms since 1970). Null if none waits. */
  oldestSubmittedAt: number | null;
  /** The latest time that the phone's clock ever showed, ms since 1970. Null if unknown. */
  latestTime: number | null;
}>;

export const NO_LIMITS: BeginFacts = {
  isRevoked: false,
  policy: null,
  unsent: 0,
  oldestSubmittedAt: null,
  latestTime: null,
};

type Limit =
  | Readonly<{ why: 'count'; unsent: number; limit: number }>
  | Readonly<{ why: 'age'; since: number }>;

/** No new form may begin. */
export type Stop = Readonly<{ may: 'no' }> & (Limit | Readonly<{ why: 'revoked' }>);

/** Whether a new form may begin. `warn`: yes, but a limit is near. */
export type MayBegin = Readonly<{ may: 'yes' }> | (Readonly<{ may: 'warn' }> & Limit) | Stop;

const HOUR_MS = 3_600_000;

/** A limit warns from 80 % on. */
const levelOf = (value: number, limit: number): MayBegin['may'] => {
  if (value >= limit) return 'no';
  return value * 5 >= limit * 4 ? 'warn' : 'yes';
};

/** Refuses new forms only. Forms that were begun go on. */
export function mayBegin(facts: BeginFacts, now: number): MayBegin {
  const { isRevoked, latestTime, oldestSubmittedAt: since, policy, unsent } = facts;
  if (isRevoked) return { may: 'no', why: 'revoked' };
  const { maxAgeHours, maxUnsent: limit } = policy ?? {};
  const byCount = limit === undefined ? 'yes' : levelOf(unsent, limit);
  const age = since === null ? 0 : Math.max(now, latestTime ?? now) - since;
  const byAge = maxAgeHours === undefined ? 'yes' : levelOf(age, maxAgeHours * HOUR_MS);
  if (limit !== undefined && byCount !== 'yes' && (byCount === 'no' || byAge !== 'no'))
    return { may: byCount, why: 'count', unsent, limit };
  return since !== null && byAge !== 'yes' ? { may: byAge, why: 'age', since } : { may: 'yes' };
}
