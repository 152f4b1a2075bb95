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
