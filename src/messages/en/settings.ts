import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

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

export const notes = {
  environmentName: 'Which backend this address talks to.',
  priceTooHigh: "{max}: 'R 1 000,00'.",
} satisfies Notes<typeof settings>;
