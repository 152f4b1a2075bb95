import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The page of the rescue file, in the settings. */
export const backup = {
  title: 'Back-up',
  detail: 'If this phone cannot send, move your unsent forms to another phone.',
  export: 'Export unsent',
  exportDetail: 'Save your unsent forms to a file.',
  import: 'Import',
  importDetail: 'Open a file from another phone.',
} as const;

export const backupText = defineTexts(backup);

/** The dialogs of the rescue file, which moves unsent submissions to another phone. */
export const rescue = {
  exportTitle: 'Export unsent',
  exportDetail:
    'Veld makes one file with your unsent forms. You choose a password for it. Nobody can open the file without it. Then go on with these forms on one phone only.',
  exportFailed:
    'The file could not be made. Nothing was changed: make some room on the phone and try again.',
  saveFile: 'Save the file',
  passphrase: 'Password for the file',
  passphraseAgain: 'Password again',
  showPassphrase: 'Show the password',
  tooShort: 'Use {count} letters or more, like four words.',
  tooSimple: 'Too easy to guess. Use other words.',
  notTheSame: 'They do not match. Type the password again.',
  nothingToExport: 'You have nothing unsent to export.',
  exported: plural(
    '{count} form saved to the file. Keep the password in another place.',
    '{count} forms saved to the file. Keep the password in another place.',
  ),
  filesMissing: 'Not in the file, because they could not be read: {files}.',
  unnumbered: 'Send these from one phone only, or the server has them twice: {names}.',
  noName: 'a draft without a name',
  more: '{names} and {count} more',
  close: 'Close',
  unread: plural(
    '{count} form could not be read and is not in the file. Delete nothing, and tell your operator.',
    '{count} forms could not be read and are not in the file. Delete nothing, and tell your operator.',
  ),
  noneReadable: plural(
    '{count} form could not be read, so there is no file. Delete nothing, and tell your operator.',
    '{count} forms could not be read, so there is no file. Delete nothing, and tell your operator.',
  ),
  importTitle: 'Import',
  importDetail: 'Choose a file that Veld made. Then send these forms from this phone only.',
  importFailed: 'The file could not be read on this phone. Try again, or use another copy of it.',
  importFile: 'Import the file',
  file: 'Exported file',
  fileMissing: 'Choose the file that was exported.',
  chooseFile: 'Choose the file',
  chooseAnother: 'Choose another file',
  passphraseMissing: 'Enter the password of the file.',
  imported: plural('{count} form imported.', '{count} forms imported.'),
  skipped: plural(
    '{count} form was on this phone already.',
    '{count} forms were on this phone already.',
  ),
  notUnderstood: plural(
    '{count} form needs a newer Veld. Keep the file, update Veld, then import it again.',
    '{count} forms need a newer Veld. Keep the file, update Veld, then import it again.',
  ),
  wrongPassphrase:
    'That is not the password of this file. Nothing was changed. If it is right, the file is damaged. Try another copy.',
  damaged: 'This file is damaged or not from Veld. Nothing was changed. Try another copy.',
  newer:
    'A newer version of Veld made this file. Nothing was changed. Update Veld, then import it again.',
  phoneFull: plural(
    'The phone is full. {count} form is in. Free some space, then import the file again.',
    'The phone is full. {count} forms are in. Free some space, then import the file again.',
  ),
} as const;

export const notes = {
  noName: "Inside the list at {names} of 'unnumbered'.",
  more: "Inside the list of 'unnumbered' and 'filesMissing'. {names}: the first three. {count}: the others.",
  unnumbered: "{names}: the customers' names.",
} satisfies Notes<typeof rescue>;

export const rescueText = defineTexts(rescue);
