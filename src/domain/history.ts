import type { SentFileCall } from './forms/sent-files.ts';

export const plainHistoryCodes = [
  'submitted',
  'resubmitted',
  'takenBack',
  'formIdReceived',
  'formIdReplaced',
  'formIdUsedBefore',
  'formReceived',
  'fileRemoved',
  'filesListed',
  'fileLost',
  'photoConverted',
  'interrupted',
  'restored',
  'unanswered',
  'serverProblem',
  'notLetIn',
  'refused',
  'confirmedByHand',
  'delivered',
] as const;

export type PlainHistoryCode = (typeof plainHistoryCodes)[number];

/** An event of a submission: a code and its values, never a sentence. The texts are in `messages`. */
export type HistoryFact =
  | Readonly<{ what: PlainHistoryCode }>
  /** `number`: the file's number, if there are several files of the kind. */
  | Readonly<{ what: 'fileReceived'; call: SentFileCall; number?: number }>
  | Readonly<{ what: 'maybeTwice'; fileName: string }>
  /** `fault`: for support; no personal data. */
  | Readonly<{ what: 'faultRetried' | 'faulted'; fault: string }>
  /** The server answered, but did not accept the call. */
  | Readonly<{ what: 'answered'; httpStatus: number }>
  /** A sentence of an older version of the app for which there is no code. */
  | Readonly<{ what: 'other'; text: string }>;

/** `at`: ms since 1970. */
export type HistoryEntry = Readonly<{ at: number }> & HistoryFact;

/**
 * A stored entry. `what` may be an older version's sentence, or a code of a later version. The stored entry never changes;
 * `historyEntryOf` (`history-sentences.ts`) reads it.
 */
export type KeptHistoryEntry = Readonly<{ at: number; what: string }>;

const MAX_HISTORY_ENTRIES = 100;

/** Adds an entry. If the last entry is the same, only its time changes: a week without signal must not fill the history. */
export function historyWith(
  history: readonly KeptHistoryEntry[],
  at: number,
  fact: HistoryFact,
): readonly KeptHistoryEntry[] {
  const entry: HistoryEntry = { at, ...fact };
  const last = history.at(-1);
  const isRepeated = last !== undefined && isSameFact(last, entry);
  return [...(isRepeated ? history.slice(0, -1) : history), entry].slice(-MAX_HISTORY_ENTRIES);
}

const isSameFact = (one: KeptHistoryEntry, other: KeptHistoryEntry): boolean =>
  JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });
