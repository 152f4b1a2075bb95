import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** The page 'Help': how the operator's people are reached, and what they ask for. */
export const help = {
  title: 'Get help',
  lead: 'Send what stands here along: with it the fault can be found. Nothing of a customer is in it.',
  leadWithoutContact:
    'Give this to your operator with what you ask: with it the fault can be found. Nothing of a customer is in it.',
  call: 'Call {phone}',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  subject: 'Veld: help',
  identifier: 'Device identifier',
  identifierMissing: 'Made at first use',
  version: 'App version',
  lastAnswer: 'Last answer of the server',
  answer: '{status} to {call}, {at}',
  noAnswer: 'None yet',
  requestId: 'Request id',
  line: '{name}: {value}',
  copy: 'Copy the details',
  copied: 'Copied.',
  notCopied:
    'This browser did not let it be copied. Press on the text and hold to copy it by hand.',
} as const;

export const helpNotes = {
  answer:
    "{status}: a number such as 503. {call}: what was asked, such as RegisterSim. {at}: '21 Nov 2026, 14:05'.",
  requestId: "By which the server's log knows the call.",
  line: 'One line of the message that is sent: a name of the list above with its value.',
  call: "{phone}: the operator's number.",
} satisfies Notes<typeof help>;

export const helpText = area(help);

/**
 * The agent's guide, on the page 'Help'. Each group is a part: its title, then its paragraphs in the order in which they are
 * shown. `docs/agent-guide.md` is the same in print.
 */
export const guide = {
  install: {
    title: 'Install Veld',
    once: 'Do this once, where there is signal. Open Veld in Chrome and choose ‘Install Veld’ in Settings, or ‘Install app’ in the browser’s menu. On an iPhone open it in Safari, press the Share button, and choose ‘Add to Home Screen’.',
    after:
      'From then on open Veld by its icon: the browser takes better care of an installed app’s records.',
  },
  firstDay: {
    title: 'Before you leave the signal',
    ready:
      'Open ‘Ready for the field’: it stands on Home, and under ‘Help’ in Settings. It looks whether this phone has all that it needs: that Veld opens without signal, room, location, camera, alerts, the right time. Each line says why, and has a button.',
    practise:
      'Then press ‘Practise’ there: it is the real form, with a made-up customer if you want one. Over it stands ‘Practice: nothing is sent’, and what you type is deleted when you leave.',
  },
  registration: {
    title: 'Register a customer',
    fill: 'Press ‘Register a SIM’ and fill in one section after the other. What you type is kept as you type: ‘Saved’ says that it is on the phone. The phone’s Back goes one section back and loses nothing.',
    sim: 'The SIM card number has 19 or 20 digits, begins with 89, and stands beside the barcode on the pack.',
    photos:
      'Photograph the document in good light, so that every letter can be read: front and back of a smart ID card, one page of a green book or a passport.',
    sign: 'At Sign, get the location and let the customer sign with a finger. ‘Turn the phone to the customer’ shows in large letters what they sign for. If the customer cannot sign, tick ‘The customer cannot sign’, type the name of a witness, and let the witness sign.',
    submit:
      'Look at everything once more at Review, then press ‘Submit’. ‘Captured’ shows a reference: say it to the customer, or press ‘Give a receipt’.',
  },
  refused: {
    title: 'When the server refuses something',
    seen: 'A red number stands at Outbox, and Home says it too. That customer’s SIM does not work until you correct it.',
    correct:
      'In the outbox it stands first, with what the server said. Press ‘Correct’: the form opens where something is wrong. Ask the customer, change it, and press ‘Submit’ again.',
  },
  noSignal: {
    title: 'A day without signal',
    goOn: 'Go on as always. What you submit waits in the outbox and is sent by itself once there is signal, the oldest first. On an iPhone, and in some other browsers, only while Veld is open.',
    words:
      '‘Waiting to send’ means that it is safe on this phone, and only there. ‘Sent’ means that the operator’s server has it.',
    keep: 'While something waits, do not clear the browser’s data and do not remove Veld. If this phone cannot send any more, press ‘Export unsent’ in the outbox: it makes a file with a passphrase, which Veld on another phone imports and sends.',
  },
  lock: {
    title: 'Lock Veld, and share a phone',
    set: 'Press ‘Set a PIN’ in Settings. From then on Veld asks for it after five minutes without a touch, after two minutes out of sight, and when you press the lock in the green bar. What you submitted is sent all the same.',
    code: 'Write the recovery code on paper and give it to your supervisor. Whoever forgets the PIN presses ‘Forgot PIN?’ and types the code. Without PIN and code, drafts and what was refused are lost; what was submitted is sent.',
    finger:
      'Where the phone knows your finger or your face, Settings can use it in place of the PIN, or beside it, as long as you are the phone’s only agent. Whoever can unlock the phone can open Veld then.',
    share:
      'Does somebody else work with the same phone? Press ‘Add another agent’ in Settings. Each of you has a name, a PIN and a code of your own, and sees your own customers only. What both of you submitted is sent, whoever has Veld open.',
    handOver:
      'Before you hand over the phone, press the lock in the green bar: your name stands beside it. The other one chooses their name and types their PIN.',
    strength:
      'Six digits keep out whoever finds or borrows the phone. Experts who copy the whole phone try them all in minutes: from ten characters on, best with letters, a PIN holds against them, too.',
  },
  lost: {
    title: 'A lost or stolen phone',
    tell: 'Tell your operator at once, and how many waited when you last looked. What was sent is safe with them. What waited was on that phone alone: those customers must be registered again.',
    before:
      'Who can unlock the phone can read what waits in it. So lock the phone’s screen with a PIN, set a lock for Veld in its settings, and send whenever there is signal: after that only a receipt with initials and the SIM’s last four digits stays.',
  },
} as const;

export const guideText = area(guide);

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

export const readyNotes = {
  open: "On Home, beside the text 'todo'.",
  unsentOld: "{at}: '21 Nov 2026, 14:05'.",
} satisfies Notes<typeof ready>;

export const readyText = area(ready);
