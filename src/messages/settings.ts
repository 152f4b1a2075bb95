import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The settings: this device, storage, installing, alerts, the price of data, receipts. */
export const settings = {
  reading: 'Reading the settings…',
  notSaved: 'That setting could not be saved. Try again.',
  device: 'This phone',
  help: 'Help and support',
  on: 'On',
  off: 'Off',
  yes: 'Yes',
  no: 'No',
  blocked: 'Blocked',
  ready: 'Ready',
  tips: plural('{count} tip', '{count} tips'),
  notSent: '{count} not sent',
  identifier: 'Phone ID',
  identifierMissing: 'Not made yet',
  version: 'App version',
  policy: 'Your operator’s rules: {version}',
  policyLimits: 'Your operator’s limits ({version}): {limits}',
  mostWaiting: 'at most {count} waiting',
  mostDays: plural('at most {count} day', 'at most {count} days'),
  mostHours: plural('at most {count} hour', 'at most {count} hours'),
  update: 'Update',
  olderVersion: 'Your operator asks for Veld {version} or newer. Open Veld where there is signal.',
  scanner: 'Scanner',
  environment: 'Environment',
  environmentName: { local: 'local', dev: 'dev', live: 'live' },
  free: 'Space free',
  protected: 'Protected',
  unknown: 'Not known',
  isProtected: 'Yes, until you delete it',
  isNotProtected: 'Not protected',
  protect: 'Protect my forms',
  keysRefused: plural(
    'There is space for {count} more customer. Free some space, then open this page again. Your forms are safe.',
    'There is space for {count} more customers. Free some space, then open this page again. Your forms are safe.',
  ),
  install: 'Installed',
  installedWhileOpen:
    'Veld is installed on this phone, and sends while it is open. Keep it open until everything is sent.',
  installedElsewhere: 'Installed. Open Veld by its icon.',
  installVeld: 'Install Veld',
  installOnIos: {
    send: 'Send everything first. The installed Veld starts empty.',
    share: 'Open Veld in Safari and press Share.',
    add: 'Choose ‘Add to Home Screen’.',
    days: 'Until then open Veld at least every 7 days, or Safari deletes your forms. Keep it open until everything is sent.',
  },
  installByMenu: 'Open the browser’s menu. Choose ‘Install app’ or ‘Add to Home screen’.',
  installByMenuWhileOpen:
    'Open the browser’s menu. Choose ‘Install app’ or ‘Add to Home screen’. Veld also works in the browser, and sends while it is open.',
  alerts: 'Alerts',
  alertsWhileOpen:
    'This browser sends only while Veld is open, so it shows no alerts. Open Veld when you have signal, and look in the outbox.',
  alertsUnsupported: 'This browser cannot notify you. Open the outbox to see what was sent.',
  alertsBlocked: 'Alerts are off. Turn on notifications for Veld in the browser’s settings.',
  alertsHint: 'While Veld is closed or out of sight. It never shows a customer’s name or number.',
  alertsLabel: 'Tell me when a form is sent or needs attention',
  price: 'Data price',
  pricePerMb: 'Price per MB',
  priceHint: 'What your bundle costs for 1 MB, in rand.',
  priceState: '{price} per MB',
  priceMissing: 'Not set',
  priceUnclear: 'Enter an amount like 0,50.',
  priceTooHigh: 'Enter the price of one MB, at most {max}. It is not saved.',
  addVat: 'Add {percent} % VAT',
  priceExample: '100 MB cost about {price}.',
  receipts: 'Sent forms on this phone',
  noReceipts: 'There are none on this phone.',
  receiptsHere: plural(
    '{count} form: only initials, the SIM’s last 4 digits, times and numbers.',
    '{count} forms: only initials, the SIM’s last 4 digits, times and numbers.',
  ),
  deleteReceipts: 'Clear the list of sent forms',
  delete: 'Delete',
  deleteAsked: plural(
    'Delete {count} form from your list?',
    'Delete {count} forms from your list?',
  ),
  deleteDetail: 'The operator keeps the forms. Only your list is cleared.',
  receiptsDeleted: plural(
    '{count} form deleted from your list.',
    '{count} forms deleted from your list.',
  ),
  receiptsNotDeleted: 'Your list was not cleared. Try again.',
} as const;

export const settingsNotes = {
  policy: "{version}: a date or a code, as the operator's server names it. Without limits.",
  policyLimits: "{limits}: 'at most 60 waiting, at most 7 days'.",
  update: "Beside 'This phone', if the operator asks for a newer version.",
  environmentName: 'Which backend this address talks to.',
  priceTooHigh: "{max}: 'R 1 000,00'.",
} satisfies Notes<typeof settings>;

export const settingsText = defineTexts(settings);

export const session = {
  title: 'Sign-in',
  optional: 'You do not have to sign in to send.',
  signInWithGoogle: 'Sign in with Google',
  signedIn: 'Signed in.',
  signedInAs: 'Signed in as {name}.',
  allowOffline: 'Allow offline access',
  signOut: 'Sign out',
  signedOut: 'Signed out. Your unsent forms stay here.',
  notSignedOut: 'Not signed out. Try again.',
  notSignedOutFull: 'Not signed out. The phone is full. Free some space, then try again.',
  signInLead:
    'Google tells Veld your name and e-mail address. Nothing of a customer goes to Google.',
  offlineAccess: 'Offline access',
  offlineLead: 'Google gives this phone a secret code. It stays here. Veld works without it.',
  toSettings: 'Back to settings',
  unreachable: 'Could not reach Google. Try again with signal. Veld works without it.',
  refused: 'Google did not sign you in. Try again. Veld works without it.',
  notKept: 'Your sign-in could not be saved on this phone. Make some room and try again.',
} as const;

export const sessionText = defineTexts(session);

/**
 * The connections over which photos are sent: the setting, and the question if the browser does not report the
 * connection type.
 */
export const link = {
  photos: 'Photos',
  state: { always: 'Always send', unmetered: 'Wi-Fi only' },
  send: 'Send photos',
  always: 'Always',
  alwaysDetail: 'About {size} for each form.',
  alwaysDetailWithPrice: 'About {size} for each form: {price}.',
  unmetered: 'On Wi-Fi only, or when I press Send now',
  unmeteredDetail: 'On mobile data: form and signature only, about {size}.',
  unmeteredDetailWithPrice: 'On mobile data: form and signature only, about {size}, {price}.',
  wherever:
    'With ‘Wi-Fi only’, photos wait until Veld is open on Wi-Fi. A form is complete only with its photos.',
  question: 'Is this phone on Wi-Fi now?',
  detail: '{size} of photos wait for Wi-Fi. Veld asks again tomorrow.',
  yes: 'Yes, send them',
  no: 'No, let them wait',
  photosGo: 'Photos no longer wait for Wi-Fi.',
  photosStay: 'Photos wait. Veld asks again tomorrow.',
} as const;

export const linkNotes = {
  photosGo: "After the answer 'yes'.",
  photosStay: "After the answer 'no'.",
  send: 'Before the two choices.',
  alwaysDetail: "{size}: '480 kB'.",
  alwaysDetailWithPrice: "{price}: 'R 0,07'.",
} satisfies Notes<typeof link>;

export const linkText = defineTexts(link);

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
