import type { HistoryFact } from '../../domain/history.ts';
import { historyText } from '../../messages/history.ts';
import { say } from '../../messages/say.ts';

/** What happened, in words. */
export function historyFactText(fact: HistoryFact): string {
  const t = historyText();
  switch (fact.what) {
    case 'other':
      return fact.text;
    case 'answered':
      return say(t.answered, { status: fact.httpStatus });
    case 'maybeTwice':
      return say(t.maybeTwice, { fileName: fact.fileName });
    case 'faultRetried':
    case 'faulted':
      return say(t[fact.what], { fault: fact.fault });
    case 'fileReceived': {
      const { call, number } = fact;
      return number === undefined
        ? t.fileReceived[call]
        : say(t.numberedFileReceived[call], { number });
    }
    default:
      return t[fact.what];
  }
}
