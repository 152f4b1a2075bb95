import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The settings: this device, storage, installing, alerts, the price of data, receipts. */
export const settings = {
  reading: 'Reading the settings…',
  notSaved: 'That setting could not be saved. Try again.',
  device: 'This device',
  identifier: 'Device identifier',
  identifierMissing: 'Made at first use',
  version: 'App version',
  environment: 'Environment',
  environmentName: { local: 'local', dev: 'dev', live: 'live' },
  storage: 'Storage',
  used: 'Used',
  free: 'Free',
  protected: 'Protected',
  unknown: 'Not known: the browser does not say',
  isProtected: 'Yes, until you delete it',
  isNotProtected: 'No, the browser may clear it when the phone is full',
  protect: 'Protect the records',
  keysRefused: plural(
    'The phone stores no more of the keys under which Veld keeps new forms. {count} more form can be captured here. What was captured is safe, and is sent. Make room on the phone, and open this page again.',
    'The phone stores no more of the keys under which Veld keeps new forms. {count} more forms can be captured here. What was captured is safe, and is sent. Make room on the phone, and open this page again.',
  ),
  install: 'Install',
  installed: 'Veld is installed on this phone.',
  installedWhileOpen:
    'Veld is installed on this phone, and sends while it is open. Keep it open until everything is sent.',
  installOffered:
    'Installed, Veld opens from your home screen and its records are better protected.',
  installVeld: 'Install Veld',
  installOnIos:
    'On an iPhone or iPad: first send everything that waits, for the installed Veld starts empty. Then open Veld in Safari, press the Share button, and choose ‘Add to Home Screen’. Until then open Veld at least every 7 days: Safari deletes what a site keeps when nobody opened it for so long. Keep Veld open until everything is sent: iOS does not send in the background.',
  installByMenu:
    'Open the browser’s menu and choose ‘Install app’ or ‘Add to Home screen’. Where the menu has neither, Veld works in the browser too.',
  installByMenuWhileOpen:
    'Open the browser’s menu and choose ‘Install app’ or ‘Add to Home screen’. Where the menu has neither, Veld works in the browser too, and sends while it is open.',
  alerts: 'Alerts',
  alertsWhileOpen:
    'This browser sends only while Veld is open, so it has nothing to tell you while Veld is closed. Open Veld when you have signal, and look into the outbox.',
  alertsUnsupported: 'This browser cannot notify you. Open the outbox to see what was delivered.',
  alertsBlocked:
    'The browser blocks them. Allow notifications for this site in the browser’s settings, then choose this again.',
  alertsHint: 'While Veld is closed or out of sight. It never shows a customer’s name or number.',
  alertsLabel: 'Tell me when something was delivered or needs attention',
  price: 'Data price',
  pricePerMb: 'Price per MB',
  priceHint: 'In Rand for one MB, from your bundle. The outbox then says about what sending costs.',
  priceUnclear: 'Enter an amount in Rand, such as 0,50. It is not saved.',
  priceTooHigh: 'Enter the price of one MB, at most {max}. It is not saved.',
  addVat: 'Add {percent} % VAT',
  priceExample: '100 MB cost about {price}.',
  receipts: 'Delivered receipts',
  noReceipts: 'There are none on this phone.',
  receiptsHere: plural(
    '{count} receipt on this phone: initials, the SIM’s last four digits, times and numbers. Nothing else of a customer.',
    '{count} receipts on this phone: initials, the SIM’s last four digits, times and numbers. Nothing else of a customer.',
  ),
  deleteReceipts: 'Delete delivered receipts',
  delete: 'Delete',
  deleteAsked: plural('Delete {count} receipt?', 'Delete {count} receipts?'),
  deleteDetail: 'The server keeps what was delivered. Only this phone’s list of it goes.',
  receiptsDeleted: plural('{count} receipt deleted.', '{count} receipts deleted.'),
  receiptsNotDeleted: 'The receipts could not be deleted. Try again.',
} as const;

export const settingsNotes = {
  environmentName: 'Which backend this address talks to.',
  priceTooHigh: "{max}: 'R 1 000,00'.",
} satisfies Notes<typeof settings>;

export const settingsText = area(settings);

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

export const sessionText = area(session);

/** Which links photos go over: the setting, and the question where the browser does not say what link it is. */
export const link = {
  photos: 'Photos',
  send: 'Send photos',
  always: 'Always',
  alwaysDetail: 'A form with three photos is about {size}.',
  alwaysDetailWithPrice: 'A form with three photos is about {size}: {price}.',
  unmetered: 'Only on Wi-Fi, or when I press Send now',
  unmeteredDetail: 'On mobile data only form and signature go: about {size}.',
  unmeteredDetailWithPrice: 'On mobile data only form and signature go: about {size}, {price}.',
  wherever:
    'Forms and signatures always go. Photos that wait go once Veld is open on Wi-Fi: a registration is complete only with them.',
  question: 'Is this phone on Wi-Fi now?',
  detail:
    'This browser does not say. {size} of files wait for Wi-Fi, as you chose in the settings. Your answer counts until midnight.',
  yes: 'Yes, send them',
  no: 'No, let them wait',
} as const;

export const linkNotes = {
  send: 'Before the two choices.',
  alwaysDetail: "{size}: '480 kB'.",
  alwaysDetailWithPrice: "{price}: 'R 0,07'.",
} satisfies Notes<typeof link>;

export const linkText = area(link);
