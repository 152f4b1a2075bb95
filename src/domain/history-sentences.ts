import type { SentFileCall } from './forms/sent-files.ts';
import {
  type HistoryEntry,
  type HistoryFact,
  type KeptHistoryEntry,
  type PlainHistoryCode,
  plainHistoryCodes,
} from './history.ts';

/*
 * Up to database version 3 the app stored the history as English sentences. Old rows, second copies and rescue files must stay
 * readable. This table has the code for each sentence that those versions wrote.
 */

const sentences: Readonly<Record<string, PlainHistoryCode>> = {
  Submitted: 'submitted',
  'Corrected and submitted again': 'resubmitted',
  'Taken back to change it': 'takenBack',
  'Form number received': 'formIdReceived',
  'The server did not know its form number; it gets a new one': 'formIdReplaced',
  'The server gave a form number that is used already; Veld asks for another': 'formIdUsedBefore',
  'Form received by the server': 'formReceived',
  'A file was removed from the server': 'fileRemoved',
  'Looked once more at what the server has': 'filesListed',
  "A file can't be read": 'fileLost',
  'Interrupted; it will be sent again': 'interrupted',
  'Restored from its second copy': 'restored',
  'No answer; it will be sent again': 'unanswered',
  'There was a problem at the server; it will be sent again': 'serverProblem',
  'The server did not let this phone in (401 or 403)': 'notLetIn',
  'The server refused it': 'refused',
  Sent: 'delivered',
};

const fileNouns: Readonly<Record<string, SentFileCall>> = {
  Signature: 'SaveSignature',
  'ID document': 'SaveIdDocument',
  'Company document': 'SaveCompanyRegistrationDocument',
  'Police document': 'SavePoliceDocument',
};

function factOf(sentence: string): HistoryFact {
  const code = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  if (code !== undefined) return { what: code };
  const [, noun = '', number] = /^(.+?)(?: (\d+))? received by the server$/.exec(sentence) ?? [];
  const call = Object.hasOwn(fileNouns, noun) ? fileNouns[noun] : undefined;
  if (call !== undefined)
    return number === undefined
      ? { what: 'fileReceived', call }
      : { what: 'fileReceived', call, number: Number(number) };
  const [, fileName] = /^This file may be at the server twice: (.+)$/.exec(sentence) ?? [];
  if (fileName !== undefined) return { what: 'maybeTwice', fileName };
  const [, fault, again] =
    /^This phone could not send it \((.+)\)(; it tries again)?$/.exec(sentence) ?? [];
  if (fault !== undefined) return { what: again ? 'faultRetried' : 'faulted', fault };
  return { what: 'other', text: sentence };
}

const codes: ReadonlySet<string> = new Set([
  ...plainHistoryCodes,
  'fileReceived',
  'maybeTwice',
  'faultRetried',
  'faulted',
  'answered',
  'other',
]);

/** Reads a history entry of any app version. The sentence of an older version becomes a code. */
export const historyEntryOf = (stored: KeptHistoryEntry): HistoryEntry =>
  codes.has(stored.what) ? (stored as HistoryEntry) : { at: stored.at, ...factOf(stored.what) };
