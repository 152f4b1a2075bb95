import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The dialogs of the rescue file: what is unsent, out of this phone and into another. */
export const rescue = {
  exportTitle: 'Export unsent',
  exportDetail:
    'One file with every draft and every submission that is not delivered, sealed with a passphrase. Without the passphrase nobody can open it, not even your operator. Then go on with each of them on one phone only.',
  exportFailed:
    'The file could not be made. Nothing was changed: make some room on the phone and try again.',
  saveFile: 'Save the file',
  passphrase: 'Passphrase',
  passphraseAgain: 'Passphrase again',
  showPassphrase: 'Show the passphrase',
  tooShort: 'Use at least {count} characters, such as four words.',
  tooSimple: 'Use more different letters: this is too easy to guess.',
  notTheSame: 'The two are not the same. Type the passphrase again.',
  nothingToExport: 'There is nothing unsent to export.',
  exported: plural(
    '{count} submission exported. Keep the file and the passphrase apart. Everything stays on this phone too.',
    '{count} submissions exported. Keep the file and the passphrase apart. Everything stays on this phone too.',
  ),
  filesMissing: 'Not in it, since this phone cannot read them any more: {files}.',
  unnumbered:
    'Without a form number yet: {names}. Send these from one phone only, else the server has them twice.',
  noName: 'a draft without a name',
  unread: plural(
    '{count} submission could not be read and is not in it: delete nothing, and tell your operator.',
    '{count} submissions could not be read and are not in it: delete nothing, and tell your operator.',
  ),
  importTitle: 'Import',
  importDetail:
    'From a file that ‘Export unsent’ made, on this phone or another. What is here already stays as it is, and nothing is sent twice.',
  importFailed: 'The file could not be read on this phone. Try again, or use another copy of it.',
  importFile: 'Import the file',
  file: 'Exported file',
  fileMissing: 'Choose the file that was exported.',
  chooseFile: 'Choose the file',
  chooseAnother: 'Choose another file',
  passphraseMissing: 'Enter the passphrase it was sealed with.',
  imported: plural('{count} submission imported.', '{count} submissions imported.'),
  skipped: plural(
    '{count} submission was on this phone already.',
    '{count} submissions were on this phone already.',
  ),
  notUnderstood: plural(
    '{count} submission in it cannot be read by this version of Veld: keep the file, update Veld, and import it again.',
    '{count} submissions in it cannot be read by this version of Veld: keep the file, update Veld, and import it again.',
  ),
  wrongPassphrase: 'That is not the passphrase of this file. Nothing was changed.',
  damaged:
    'This file is damaged, cut short, or not an export of Veld. Nothing was changed. Try another copy of it.',
  newer:
    'A newer version of Veld made this file. Nothing was changed. Update Veld, then import it again.',
  phoneFull: plural(
    'The phone is full. {count} submission imported so far and safe. Make room, then import the same file again.',
    'The phone is full. {count} submissions imported so far and safe. Make room, then import the same file again.',
  ),
} as const;

export const notes = {
  noName: "Inside the list at {names} of 'unnumbered'.",
  unnumbered: "{names}: the customers' names.",
} satisfies Notes<typeof rescue>;

export const rescueText = area(rescue);
