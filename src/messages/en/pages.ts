/** What each page is called, in the window's title and wherever a link leads to it. */
export const pages = {
  product: 'Veld',
  windowTitle: '{title} - Veld',
  home: 'Home',
  register: 'Register a SIM',
  replace: 'Replace a SIM',
  outbox: 'Outbox',
  submission: 'Submission',
  captured: 'Captured',
  settings: 'Settings',
  help: 'Help',
  ready: 'Ready for the field',
  practise: 'Practise',
  termsConditions: 'Terms and Conditions',
  signIn: 'Sign in',
} as const;
