import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** 'Ready for the field': what must be true before somebody leaves the signal. */
export const ready = {
  lead: 'Look here before you leave the signal. Each line says what is missing, and why it matters.',
  allGood: 'Everything is ready.',
  todo: plural('{count} thing to do before you go.', '{count} things to do before you go.'),
  lines: 'What must be ready',
  state: { good: 'Ready', todo: 'To do', unknown: 'Not known' },
  checkAgain: 'Check again',
  open: 'See what is missing',
  name: {
    offline: 'Works without signal',
    storage: 'Room on the phone',
    location: 'Location',
    camera: 'Camera',
    alerts: 'Alerts',
    clock: 'Date and time',
    formNumbers: 'Form numbers in reserve',
    unsent: 'Nothing old waits',
  },
  offline: {
    good: 'All of Veld is on this phone. It opens and works without signal.',
    missing: plural(
      '{count} file of Veld is not on this phone yet. Stay online, then check again.',
      '{count} files of Veld are not on this phone yet. Stay online, then check again.',
    ),
    none: 'Veld is not kept on this phone yet: without signal it would not open. Load it again while you are online.',
  },
  load: 'Load again',
  room: 'About {count} registrations have room.',
  roomUnknown: 'The browser does not say how much room there is.',
  roomShort: 'About {count} registrations have room: delete photos or apps that you do not need.',
  kept: 'The browser keeps Veld’s records until you delete them.',
  notKept:
    'The browser may clear Veld’s records when the phone is full. Installing Veld protects them best.',
  keptUnknown: 'This browser does not say whether it keeps Veld’s records.',
  install: 'Install Veld',
  protect: 'Protect the records',
  location: {
    good: 'A form finds where it is signed by itself.',
    todo: 'Each form says where it was signed. The browser asks once whether Veld may know.',
    denied:
      'The browser blocks it. Allow location for this site in the browser’s settings, then check again.',
    unknown: 'The browser asks when a form needs it.',
  },
  allowLocation: 'Allow location',
  camera: {
    good: 'Documents are photographed with the phone’s own camera, which asks for nothing.',
    unknown: 'The browser shows no camera. Photos that are on the phone already can be chosen.',
  },
  alerts: {
    good: 'You hear of a refusal also while Veld is closed.',
    todo: 'With alerts you hear of a refusal also while Veld is closed. They never show a customer’s name.',
    denied:
      'The browser blocks them. Allow notifications for this site in the browser’s settings, then check again.',
  },
  allowAlerts: 'Allow alerts',
  clockGood: 'The phone’s clock and the server’s agree.',
  clockOff: plural(
    'The phone’s clock differs from the server’s by {count} minute. With a wrong clock nothing can be sent: set it to automatic.',
    'The phone’s clock differs from the server’s by {count} minutes. With a wrong clock nothing can be sent: set it to automatic.',
  ),
  clockUnknown: 'The server’s time can be asked for with signal only.',
  formNumbers: plural(
    '{count} customer can have a reference at once, also without signal.',
    '{count} customers can have a reference at once, also without signal.',
  ),
  noFormNumbers:
    'Without signal a customer gets the reference only when the form is sent. Fetch some while you are online.',
  fetchNumbers: 'Fetch form numbers',
  unsentGood: 'Nothing has waited for longer than a day.',
  unsentOld: 'Something waits since {at}. Send it before you go.',
  toOutbox: 'Open the outbox',
  practise:
    'Fill in the real form with a made-up customer, from the first section to ‘Captured’. Nothing of it is kept or sent.',
} as const;

export const notes = {
  open: "On Home, beside the text 'todo'.",
  unsentOld: "{at}: '21 Nov 2026, 14:05'.",
} satisfies Notes<typeof ready>;
