import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The report of a repair: damaged or cleared data, and the data that came back. */
export const repair = {
  read: 'I have read this',
  cleared: 'The browser cleared Veld’s storage',
  clearedDetail:
    'The list of what was sent and the settings are gone. No second copy of anything unsent was there to bring back. If you remember a customer who is not in the outbox and was not sent, capture them again.',
  repaired: 'Storage repaired',
  restored: plural(
    'The browser had lost a submission and Veld restored {count} from the second copy. Nothing is sent twice.',
    'The browser had lost submissions and Veld restored {count} from the second copy. Nothing is sent twice.',
  ),
  settingsGone: 'The settings are as they were at first: photos are sent over any link again.',
  notRepaired: 'Some things could not be repaired',
  notRepairedDetail: 'The phone’s storage was damaged. Everything else is safe. These are lost:',
  noName: 'A submission without a readable name',
  lostWhole: '{name}: all of it. Capture this customer again. Its number was {id}.',
  lostFiles: plural(
    '{name}: {files}. Take it again before sending.',
    '{name}: {files}. Take them again before sending.',
  ),
  odd: 'An entry that cannot be shown: {id}.',
} as const;

export const notes = {
  lostFiles: '{files}: the names of the files that are lost.',
  lostWhole: '{id}: a code.',
} satisfies Notes<typeof repair>;

export const repairText = area(repair);
