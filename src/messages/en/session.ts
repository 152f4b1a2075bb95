/** Signing in: the card in the settings, and the page of its own. */
export const session = {
  title: 'Sign-in',
  optional:
    'Signing in is optional: sending does not need it. It needs signal once, and is remembered afterwards.',
  signInWithGoogle: 'Sign in with Google',
  signedIn: 'Signed in.',
  signedInAs: 'Signed in as {name}.',
  allowOffline: 'Allow offline access',
  signOut: 'Sign out',
  signedOut: 'Signed out. What waits to be sent stays on this phone.',
  signInLead:
    'Google tells Veld your name and e-mail address. Nothing of a customer goes to Google.',
  offlineAccess: 'Offline access',
  offlineLead:
    'Google gives this phone a one-time code for your sign-in. It is kept here, and goes nowhere else.',
  toSettings: 'Back to settings',
  unreachable:
    'Google’s sign-in could not be loaded. Try again with signal; Veld works without signing in.',
  refused: 'Google did not sign you in. Try again; Veld works without signing in.',
  notKept: 'Your sign-in could not be saved on this phone. Make some room and try again.',
} as const;
