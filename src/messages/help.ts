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
      'Open ‘Ready for the field’. It is on Home, and under ‘Help’ in Settings. It checks this phone: Veld opens without signal, free space, location, camera, alerts, the right time. Each line says why, and has a button.',
    practise:
      'Then press ‘Practise’ there. It is the real form, with a made-up customer if you want one. ‘Practice: nothing is sent’ is shown above it. Veld deletes the form when you leave.',
  },
  registration: {
    title: 'Register a customer',
    fill: 'Press ‘Register a SIM’ and fill in one section after the other. Veld keeps each letter as you type. ‘Saved’ means that it is on the phone. The phone’s Back goes one section back and loses nothing.',
    sim: 'The SIM card number has 19 or 20 digits and begins with 89. You find it beside the barcode on the pack.',
    photos:
      'Photograph the document in good light, so that every letter can be read. Take front and back of a smart ID card, or one page of a green book or a passport.',
    sign: 'At Sign, get the location and let the customer sign with a finger. ‘Turn the phone to the customer’ shows the text that they sign, in large letters. If the customer cannot sign, tick ‘The customer cannot sign’, type the name of a witness, and let the witness sign.',
    submit:
      'Look at everything once more at Review, then press ‘Submit’. ‘Captured’ shows a reference: say it to the customer, or press ‘Give a receipt’.',
  },
  refused: {
    title: 'When the server refuses something',
    seen: 'You see a red number at Outbox, and Home says it too. That customer’s SIM does not work until you correct it.',
    correct:
      'It is the first in the outbox, with the server’s words. Press ‘Correct’, and the form opens at the mistake. Ask the customer, change it, and press ‘Submit’ again. If ‘Send the rest’ is there, too, ask your operator whether they have the form. If they do, press it: the signature and the documents follow.',
  },
  noSignal: {
    title: 'A day without signal',
    goOn: 'Go on as always. Your forms wait in the outbox. Veld sends them by itself when there is signal, the oldest first. On an iPhone, and in some other browsers, Veld sends only while it is open.',
    words:
      '‘Waiting to send’ means that it is safe on this phone, and only there. ‘Sent’ means that the operator’s server has it.',
    keep: 'While something waits, do not clear the browser’s data and do not remove Veld. If this phone cannot send any more, press ‘Export unsent’ in the outbox. It makes a file with a passphrase. Veld on another phone imports the file and sends the forms.',
  },
  lock: {
    title: 'Lock Veld, and share a phone',
    set: 'Press ‘Set a PIN’ in Settings. From then on Veld asks for it after five minutes without a touch, and after two minutes out of sight. It also asks when you press the lock in the green bar. Veld still sends submitted forms.',
    code: 'Write the recovery code on paper and give it to your supervisor. If you forget the PIN, press ‘Forgot PIN?’ and type the code. Without PIN and code you lose drafts and refused forms. Submitted forms are still sent.',
    finger:
      'If the phone knows your finger or your face, Settings can use it in place of the PIN, or beside it. This works while you are the phone’s only agent. Then everybody who can unlock the phone can open Veld.',
    share:
      'Does somebody else work with the same phone? Press ‘Add another agent’ in Settings. Each of you has a name, a PIN and a code of your own, and sees your own customers only. Veld sends the forms of both, no matter who has it open.',
    handOver:
      'Before you hand over the phone, press the lock in the green bar: your name is beside it. The other agent chooses their name and types their PIN.',
    strength:
      'Six digits keep out a person who finds or borrows the phone. Experts who copy the whole phone try all of them in minutes. Ten characters or more, best with letters, keep out experts too.',
  },
  lost: {
    title: 'A lost or stolen phone',
    tell: 'Tell your operator at once, and say how many forms waited when you last looked. Sent forms are safe with the operator. Waiting forms were only on that phone: those customers must be registered again.',
    before:
      'A person who can unlock the phone can read waiting forms. So lock the phone’s screen with a PIN, and set a lock for Veld in its settings. Send whenever there is signal: then only a receipt with initials and the SIM’s last four digits stays.',
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
