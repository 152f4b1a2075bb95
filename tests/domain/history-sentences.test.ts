import { describe, expect, it } from 'vitest';
import type { HistoryFact } from '../../src/domain/history.ts';
import { historyEntryOf } from '../../src/domain/history-sentences.ts';
import { historyFactText } from '../../src/features/outbox/submission/submission-history.tsx';

/** Every sentence that the versions before the codes stored, with its meaning, and with today's sentence if it differs. */
const stored: readonly (readonly [sentence: string, fact: HistoryFact, today?: string])[] = [
  ['Submitted', { what: 'submitted' }],
  ['Corrected and submitted again', { what: 'resubmitted' }],
  ['Taken back to change it', { what: 'takenBack' }, 'Taken back to a draft'],
  ['Form number received', { what: 'formIdReceived' }],
  [
    'The server did not know its form number; it gets a new one',
    { what: 'formIdReplaced' },
    'It gets a new form number',
  ],
  [
    'The server gave a form number that is used already; Veld asks for another',
    { what: 'formIdUsedBefore' },
    'Veld asks for another form number',
  ],
  ['Form received by the server', { what: 'formReceived' }],
  ['A file was removed from the server', { what: 'fileRemoved' }],
  [
    'Looked once more at what the server has',
    { what: 'filesListed' },
    'Checked what the server has',
  ],
  ["A file can't be read", { what: 'fileLost' }],
  ['Interrupted; it will be sent again', { what: 'interrupted' }, 'Cut off. Veld will try again.'],
  ['Restored from its second copy', { what: 'restored' }, 'Brought back from the second copy'],
  ['No answer; it will be sent again', { what: 'unanswered' }, 'No answer. Veld sends it again.'],
  [
    'There was a problem at the server; it will be sent again',
    { what: 'serverProblem' },
    'Server problem. Veld sends it again.',
  ],
  [
    'The server did not let this phone in (401 or 403)',
    { what: 'notLetIn' },
    'The server did not accept this phone',
  ],
  ['The server refused it', { what: 'refused' }, 'The server did not accept it'],
  ['Sent', { what: 'delivered' }],
  ['Signature received by the server', { what: 'fileReceived', call: 'SaveSignature' }],
  [
    'ID document 2 received by the server',
    { what: 'fileReceived', call: 'SaveIdDocument', number: 2 },
  ],
  [
    'Company document received by the server',
    { what: 'fileReceived', call: 'SaveCompanyRegistrationDocument' },
  ],
  [
    'Police document 10 received by the server',
    { what: 'fileReceived', call: 'SavePoliceDocument', number: 10 },
  ],
  [
    'This file may be at the server twice: id-document-1a2b3c4d.jpg',
    { what: 'maybeTwice', fileName: 'id-document-1a2b3c4d.jpg' },
    'The server may have this file twice: id-document-1a2b3c4d.jpg',
  ],
  [
    'This phone could not send it (TypeError drain:4:2); it tries again',
    { what: 'faultRetried', fault: 'TypeError drain:4:2' },
    'This phone could not send it (TypeError drain:4:2). It tries again.',
  ],
  [
    'This phone could not send it (TypeError drain:4:2)',
    { what: 'faulted', fault: 'TypeError drain:4:2' },
  ],
  ['toString', { what: 'other', text: 'toString' }],
  [
    'Something else received by the server',
    { what: 'other', text: 'Something else received by the server' },
  ],
];

describe('a history of sentences', () => {
  for (const [what, fact, today = what] of stored)
    it(what, () => {
      const entry = historyEntryOf({ at: 7, what });
      expect(entry).toEqual({ at: 7, ...fact });
      expect(historyFactText(fact), 'It is shown in the words of today').toBe(today);
      expect(historyEntryOf(entry), 'Read twice, it stays as it is').toBe(entry);
    });
});
