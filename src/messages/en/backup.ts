/** The card that leads to the rescue file: on the outbox's first screen, unlike the dialogs. */
export const backup = {
  title: 'Back-up',
  detail: 'When this phone cannot send, take what is unsent to another one.',
  export: 'Export unsent',
  import: 'Import',
} as const;
