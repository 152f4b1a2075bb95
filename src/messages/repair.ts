import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The report of a repair: damaged or cleared data, and restored data. */
export const repair = {
  read: 'OK',
  cleared: 'The browser deleted Veld’s data',
  clearedDetail:
    'Your list of sent forms and your settings are gone. If an unsent customer is missing from the outbox, capture them again.',
  repaired: 'Storage repaired',
  restored: plural(
    'Veld brought back {count} form. Nothing is sent twice.',
    'Veld brought back {count} forms. Nothing is sent twice.',
  ),
  settingsGone:
    'Your settings were reset. Photos are sent on mobile data again. If an unsent customer is missing from the outbox, capture them again.',
  notRepaired: 'Some things are lost',
  notRepairedDetail: 'The phone’s storage was damaged. Everything else is safe. These are lost:',
  noName: 'A form without a readable name',
  lostWhole: '{name}: the whole form. Capture this customer again. The form’s code was {id}.',
  lostFiles: plural(
    '{name}: {files}. Take it again before sending.',
    '{name}: {files}. Take them again before sending.',
  ),
  unreadable: 'A form that cannot be shown: {id}.',
} as const;

export const notes = {
  lostFiles: '{files}: the names of the files that are lost.',
  lostWhole: '{id}: a code of 36 characters.',
} satisfies Notes<typeof repair>;

export const repairText = defineTexts(repair);
