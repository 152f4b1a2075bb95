/** What the frame tells of the app itself: a new version, where the records lie, and when they are sent. */
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
