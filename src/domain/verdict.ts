import type { FormId, SubmissionId } from './ids.ts';
import type { Submission } from './submission-types.ts';

/*
 * A verdict is the operator's answer about a delivered registration. It is a fact beside the status 'Sent', and never changes a submission.
 */

/** The operator’s verdict on a delivered registration. `received`: it is complete. `active`: the SIM may be used. */
export type VerdictState = 'received' | 'active' | 'refused';

/** Why the operator returned a registration. */
export const reasonCodes = [
  'photoUnreadable',
  'photoMissing',
  'wrongDocument',
  'documentExpired',
  'detailsDiffer',
  'addressMissing',
  'simWrong',
  'signatureMissing',
  'duplicate',
  'other',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** An unknown code counts as 'other'. */
export const reasonOf = (word: unknown): ReasonCode =>
  reasonCodes.find((code) => code === word) ?? 'other';

/** The app shows any other word as `received`. */
export const verdictStateOf = (word: unknown): VerdictState =>
  word === 'active' || word === 'refused' ? word : 'received';

/** One item of a status page. */
export type VerdictItem = Readonly<{
  formId: FormId;
  state: VerdictState;
  /** The server's time, ms since 1970. The app never compares it with the phone's clock. */
  at: number;
  /** Only if the state is `refused`. */
  code?: ReasonCode;
  /** The operator's words, only with the code `other`. */
  text?: string;
}>;

/** A stored verdict, with what the phone itself knows of a return. */
export type StoredVerdict = Omit<VerdictItem, 'formId'> &
  Readonly<{
    /** When a person pressed 'OK, I know'. */
    dismissedAt?: number;
    /** The submission that corrects this one. Without effect if that submission was deleted. */
    correctedBy?: SubmissionId;
    /** True if the correction was delivered, and its receipt was deleted later. */
    isCorrected?: true;
  }>;

/** The answer to a reading. */
export type StatusPage = Readonly<{
  items: readonly VerdictItem[];
  /** Where the next reading begins. Null if the answer has no readable `next`. */
  next: string | null;
  /** True if the server has another page now. */
  more: boolean;
  /** The server's clock, ms since 1970. Null if it is unreadable. */
  now: number | null;
}>;

/** True if the heard verdict replaces the stored one: it is not older. `received` replaces `active` only if it is newer. */
const isNewer = (stored: StoredVerdict, heard: StoredVerdict): boolean =>
  stored.state === 'active' && heard.state === 'received'
    ? heard.at > stored.at
    : heard.at >= stored.at;

/**
 * The verdict after an item. An item of a whole reading always counts: a server that was restored from a back-up has
 * older verdicts. Returns `stored` itself if the item changes nothing.
 */
export function mergeVerdict(
  stored: StoredVerdict | undefined,
  { formId: _, ...heard }: VerdictItem,
  isWhole: boolean,
): StoredVerdict {
  if (stored === undefined) return heard;
  if (!isWhole && !isNewer(stored, heard)) return stored;
  const { correctedBy, dismissedAt, isCorrected } = stored;
  const isSameReturn =
    stored.state === 'refused' && heard.state === 'refused' && heard.at <= stored.at;
  const isStillKnown = isSameReturn && dismissedAt !== undefined;
  // The receipt is deleted, and with it the operator's words.
  const isWordless = isSameReturn && stored.text === undefined && (isStillKnown || isCorrected);
  const { text: _words, ...wordless } = heard;
  const verdict = {
    ...(isWordless ? wordless : heard),
    ...(correctedBy && { correctedBy }),
    ...(isCorrected && { isCorrected }),
  };
  return isStillKnown ? { ...verdict, dismissedAt } : verdict;
}

type Returned = Readonly<{ at: number; code: ReasonCode; text: string }>;

/** The submission that corrects a returned one. `deliveredAt`: null before the delivery. */
export type Correction = Pick<Submission, 'id' | 'kind' | 'formId' | 'status'> &
  Readonly<{ deliveredAt: number | null }>;

/** A verdict as the screens show it. */
export type Verdict =
  /** The operator has said nothing yet. */
  | Readonly<{ state: 'unknown' }>
  /** The operator listed other forms of these days, and not this one. The server may have lost it. */
  | Readonly<{ state: 'unlisted' }>
  | Readonly<{ state: 'received' | 'active'; at: number }>
  /** `known`: a person pressed 'OK, I know'. */
  | (Readonly<{ state: 'returned' | 'known' }> & Returned)
  | (Readonly<{ state: 'correcting'; by: Correction }> & Returned)
  /** The correction was delivered. `by`: null if its receipt was deleted. */
  | (Readonly<{ state: 'corrected'; by: Correction | null }> & Returned);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A form this young may still be on its way through the operator's systems. */
const LISTED_AFTER_MS = 48 * HOUR_MS;
/** A server lists the forms of 14 days. Two days less, because its clock may differ. */
const LISTED_FOR_MS = 12 * DAY_MS;
const SAME_DAYS_MS = 3 * DAY_MS;

/**
 * True if a reading from the start should have listed the form.
 * @param deliveredAt when the form was delivered, ms since 1970
 * @param wholeAt when the reading ended, ms since 1970
 */
export function shouldBeListed(deliveredAt: number, wholeAt: number): boolean {
  const age = wholeAt - deliveredAt;
  return age >= LISTED_AFTER_MS && age <= LISTED_FOR_MS;
}

/**
 * True if the operator said something about a form of the same days.
 * @param deliveredAt when the form was delivered, ms since 1970
 * @param heard when the forms with a verdict were delivered, ms since 1970
 */
export const hasVerdictNearby = (deliveredAt: number, heard: readonly number[]): boolean =>
  heard.some((at) => Math.abs(at - deliveredAt) <= SAME_DAYS_MS);

/** @param correction the submission `correctedBy`, if it is on this phone */
export function verdictOf(stored: StoredVerdict | undefined, correction?: Correction): Verdict {
  if (stored === undefined) return { state: 'unknown' };
  const { at, code, dismissedAt, isCorrected, state, text = '' } = stored;
  const returned = { at, code: reasonOf(code), text };
  if (state === 'active') return { state, at };
  if (isCorrected || correction?.status === 'delivered')
    return { state: 'corrected', ...returned, by: correction ?? null };
  if (correction !== undefined) return { state: 'correcting', ...returned, by: correction };
  if (state === 'received') return { state, at };
  return { state: dismissedAt === undefined ? 'returned' : 'known', ...returned };
}
