/** What the browser answered when it was asked never to clear Veld's records by itself. */
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
