import { defineTexts } from './text.ts';

/** Notices about the app: a new version, where the data is stored, and when it is sent. */
export const notices = {
  newVersion: 'New version available!',
  newVersionDetail: 'We will refresh the page and update in a few seconds.',
  noSecondCopy: 'Only one copy is kept',
  copyRefused:
    'If this is a private window, it forgets everything when you close it. Open Veld in a normal window, or send everything first.',
  copyFailing: 'Your forms are saved once, not twice. Send soon and get help.',
  whileOpen: 'Sent only while Veld is open',
  openWithin: 'Open Veld within {days} days to send',
} as const;

export const noticesText = defineTexts(notices);

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

/** The browser's answer to the request never to clear Veld's data by itself. */
export const persistence = {
  already: 'This phone keeps Veld’s records until you delete them.',
  promised: 'This phone now keeps Veld’s records until you delete them.',
  refused: 'If the phone gets full, your forms may be lost. Install Veld to protect them.',
  refusedOnIos: 'The browser may clear Veld’s records when the phone is full. Send them soon.',
  unsupported: 'This browser may not keep your forms. Send them soon.',
  install: 'Install',
} as const;

export const persistenceText = defineTexts(persistence);
