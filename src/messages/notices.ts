import { area } from './text.ts';

/** Notices about the app: a new version, where the data is, and when it is sent. */
export const notices = {
  newVersion: 'New version available!',
  newVersionDetail: 'We will refresh the page and update in a few seconds.',
  noSecondCopy: 'No second copy now',
  copyRefused:
    'This browser refuses it here. If this is a private window, it forgets everything when it is closed, also what was not sent. Open Veld in a normal window, or keep this one open until everything is sent.',
  copyFailing:
    'What you submit is kept on this phone, but only once: the place for its second copy cannot be opened. Send soon, and tell your operator.',
  whileOpen: 'Sent only while Veld is open',
  openWithin: 'Sent only while Veld is open: open it within {days} days',
} as const;

export const noticesText = area(notices);

/** The card that leads to the rescue file: on the outbox's first screen, unlike the dialogs. */
export const backup = {
  title: 'Back-up',
  detail: 'When this phone cannot send, take what is unsent to another one.',
  export: 'Export unsent',
  import: 'Import',
} as const;

export const backupText = area(backup);

/** The browser's answer to the request never to clear Veld's data by itself. */
export const persistence = {
  already: 'This phone keeps Veld’s records until you delete them.',
  promised: 'This phone now keeps Veld’s records until you delete them.',
  refused:
    'The browser may clear Veld’s records when the phone is full. Install Veld to protect them.',
  refusedOnIos: 'The browser may clear Veld’s records when the phone is full. Send them soon.',
  unsupported:
    'This browser cannot promise to keep Veld’s records. Send them soon, and export them when in doubt.',
  install: 'Install',
} as const;

export const persistenceText = area(persistence);
