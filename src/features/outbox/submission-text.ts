import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { type StatusWord, stepProgress } from '../../domain/submission-state.ts';
import type { Hold, Submission } from '../../domain/submission-types.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatRand } from '../../ui/currency.ts';
import { once } from '../../ui/once.ts';
import { isTime, unknownTime } from '../../ui/when.ts';

export const kindWords: Readonly<Record<FormKind, string>> = {
  registration: 'SIM registration',
  replacement: 'SIM replacement',
};

export const nameWords = ({ customerName }: Pick<Submission, 'customerName'>): string =>
  customerName === '' ? 'No name yet' : customerName;

/** 'SIM registration', and of a receipt the end of its SIM card number: 'SIM registration, SIM …4560'. */
export const whatWords = ({ kind, simTail }: Pick<Submission, 'kind' | 'simTail'>): string =>
  simTail ? `${kindWords[kind]}, SIM …${simTail}` : kindWords[kind];

const clock = once(
  () => new Intl.DateTimeFormat('en-ZA', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);
const dayAndClock = once(
  () =>
    new Intl.DateTimeFormat('en-ZA', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

const sameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** '14:05', or '22 Nov, 14:05' where that is not today. */
export const timeWords = (at: number, now: number): string =>
  isTime(at) ? (sameDay(at, now) ? clock : dayAndClock)().format(at) : unknownTime;

/** 'next try 14:05'; '' where the next try is due, since then it waits for the network alone. */
export const nextTryWords = (nextAttemptAt: number | null, now: number): string =>
  isTime(nextAttemptAt) && nextAttemptAt > now ? `next try ${timeWords(nextAttemptAt, now)}` : '';

/** What a draft still needs, and where the person was: '2 things still missing · at Documents'. */
export function missingWords({ kind, missing, section }: Submission): string {
  const amount =
    missing === 0
      ? 'Complete: ready to submit'
      : `${missing} ${missing === 1 ? 'thing' : 'things'} still missing`;
  const title = formOf(kind).sections.find(({ id }) => id === section)?.title;
  return title === undefined ? amount : `${amount} · at ${title}`;
}

/** What a wait depends on beside the row: while the whole outbox is held, nothing is tried before its next probe. */
type Wait = Readonly<{ hold: Hold | null; now: number }>;

const nextTryAt = ({ nextAttemptAt }: Submission, hold: Hold | null): number | null =>
  hold === null ? nextAttemptAt : Math.max(hold.nextProbeAt, nextAttemptAt ?? 0);

/** The words under a row's status, '' for none. */
export function detailWords(submission: Submission, word: StatusWord, wait: Wait): string {
  switch (word) {
    case 'Draft':
      return missingWords(submission);
    case 'Sending': {
      const { n, m } = stepProgress(submission);
      return `step ${n} of ${m}`;
    }
    case 'Waiting to send':
      return nextTryWords(nextTryAt(submission, wait.hold), wait.now);
    case 'Needs attention':
    case 'Paused':
    case 'Sent':
      return '';
  }
}

/** What a megabyte costs on this phone, as set in the settings; null: not set. */
export type DataPrice = Readonly<{ randPerMegabyte: number; upliftPercent: number }>;

/** '4,2 MB to send, about R 0,48'. A megabyte is 1 000 000 bytes, as the networks sell data. */
export function loadWords(bytes: number, price: DataPrice | null): string {
  const load = `${formatBytes(bytes)} to send`;
  if (price === null) return load;
  return `${load}, about ${formatRand((bytes / 1_000_000) * price.randPerMegabyte, price.upliftPercent)}`;
}
