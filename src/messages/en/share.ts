/** How to pass the site on. */
export const share = {
  title: 'Share Veld',
  message: 'Veld: SIM registration that works without signal',
  button: 'Share this site',
  copy: 'Copy link',
  email: 'Email',
  copied: 'Link copied.',
  copyByHand: 'Copy this address:',
} as const;
