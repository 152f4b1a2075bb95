import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The page 'Help': the support contacts, and the details that support asks for. */
export const help = {
  forSupport: 'For support',
  about: 'About Veld',
  lead: 'Send these details when you ask for help. They help to find the fault. No customer data is in them.',
  leadWithoutContact: 'Give these details to your operator. No customer data is in them.',
  call: 'Call {phone}',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  subject: 'Veld: help',
  identifier: 'Phone ID',
  identifierMissing: 'Not made yet',
  version: 'App version',
  lastAnswer: 'Server’s last answer',
  answer: '{status} to {call}, {at}',
  noAnswer: 'None yet',
  requestId: 'Request ID',
  line: '{name}: {value}',
  copy: 'Copy the details',
  copied: 'Copied.',
  notCopied: 'Not copied. Press and hold the text to copy it.',
} as const;

export const helpNotes = {
  answer:
    "{status}: a number such as 503. {call}: what was asked, such as RegisterSim. {at}: '21 Nov 2026, 14:05'.",
  requestId: "By which the server's log knows the call.",
  line: 'One line of the message that is sent: a name of the list above with its value.',
  call: "{phone}: the operator's number.",
} satisfies Notes<typeof help>;

export const helpText = defineTexts(help);

/**
 * The agent's guide on the page 'Help'. Each group is a part: its title, then its paragraphs in the shown order.
 * `docs/agent-guide.md` is the printed version.
 */
export const guide = {
  install: {
    title: 'Install Veld',
    once: 'Do this once, with signal. In Chrome: Settings, ‘This phone’, then ‘Install Veld’. On an iPhone: Safari, Share, ‘Add to Home Screen’.',
    after: 'Then always open Veld by its icon. Your work is safer there.',
  },
  firstDay: {
    title: 'Before you leave the signal',
    ready: 'Open ‘Ready for the field’ in Settings. It checks this phone and tells you what to do.',
    practise:
      'At its end, press ‘Practise with a made-up customer’. It is the real form. Nothing is kept or sent.',
  },
  registration: {
    title: 'Register a customer',
    fill: 'Press ‘Register a SIM’ and fill in one section after the other. Veld keeps each letter as you type. ‘Saved’ means that it is on the phone. The phone’s Back goes one section back and loses nothing.',
    sim: 'The SIM card number is beside the barcode on the pack. It begins with 89.',
    scan: '‘Scan a card or book’ and ‘Scan’ read a barcode with the camera. Hold it flat, in good light, and fill the frame. If the number is right, press ‘Take this’. Veld overwrites nothing that you typed. It cannot use a driving licence. You can always type.',
    photos:
      'Photograph the document in good light, so that every letter can be read. Take front and back of a smart ID card, or one page of a green book or a passport. If Veld may use the camera, press ‘Front’: Veld then takes the photos itself, and the phone’s gallery gets no copy.',
    sign: 'At Sign, get the location and let the customer sign with a finger. ‘Turn the phone to the customer’ shows the text that they sign, in large letters. If the customer cannot sign, press ‘The customer cannot sign’ and type the name of a witness. The witness signs in the place of the customer: on the screen, or by name.',
    submit:
      'Look at everything once more at Review, then press ‘Submit’. ‘Captured’ shows a reference: say it to the customer, or press ‘Give a receipt’.',
  },
  refused: {
    title: 'When a form is not accepted',
    seen: 'You see a red number at Outbox. The SIM will not work until you correct the form.',
    correct:
      'Open Outbox. Press ‘Correct’. Change the answer. Press ‘Next’, then ‘Submit’. If ‘Send the rest’ is there too, ask your operator if they have the form. If they do, press it: the signature and the documents follow.',
  },
  noSignal: {
    title: 'A day without signal',
    goOn: 'Go on as always. Your forms wait in the outbox. Veld sends them by itself when there is signal, the oldest first. On an iPhone, and in some other browsers, Veld sends only while it is open.',
    words:
      '‘Waiting to send’ means that it is safe on this phone, and only there. ‘Sent’ means that the operator’s server has it.',
    became:
      'Some operators also say what became of it. ‘With the operator’: they look at it. ‘Active’: the customer can use the SIM. ‘Returned’: something is wrong, and the form’s page says what. The customer’s details have left your phone. So ask the customer to come back. Open the form’s page, press ‘Start the correction’ and fill in the new form. If this phone has no receipt of the form, the outbox shows the reference and ‘Correct’. If nothing needs a correction, press ‘OK, I know’. ‘Not listed’: the operator may have lost the form, so tell them the reference.',
    keep: 'While something waits, do not clear the browser’s data and do not remove Veld. If this phone cannot send any more, open Settings, then Back-up, and press ‘Export unsent’. It makes a file with a password. Veld on another phone imports that file and sends the forms.',
  },
  lock: {
    title: 'Lock Veld, and share a phone',
    set: 'Press ‘Set a PIN’ in Settings. From then on Veld asks for it after five minutes without a touch, and after two minutes out of sight. It also asks when you press the lock at the top of the screen. Veld still sends submitted forms.',
    code: 'Write the recovery code on paper and give it to your supervisor. If you forget your PIN, press ‘Forgot PIN?’ and type the code. Without both, your drafts and refused forms are lost. Submitted forms are still sent.',
    fingerprint:
      'If the phone knows your finger or your face, Settings can use it in place of the PIN, or beside it. This works while you are the phone’s only agent. Then everybody who can unlock the phone can open Veld.',
    share:
      'Does somebody else work with the same phone? Press ‘Add another agent’ in Settings. Each of you has a name, a PIN and a code, and sees only your own customers. Veld sends everyone’s forms.',
    handOver:
      'Before you hand over the phone, press the lock at the top of the screen: your name is beside it. The other agent chooses their name and types their PIN.',
    strength:
      'Six digits stop someone who finds the phone. With ten letters or more, an expert cannot read your drafts.',
  },
  lost: {
    title: 'A lost or stolen phone',
    tell: 'Tell your operator at once. Say how many forms were waiting. Sent forms are safe. Waiting ones were on that phone only: register those customers again.',
    before:
      'Lock the phone’s screen. Set a PIN for Veld. Send whenever you have signal. After sending, a receipt stays on the phone: initials and the SIM’s last 4 digits. Recent streets and towns stay too, without names.',
  },
} as const;

export const guideText = defineTexts(guide);

/** 'Ready for the field': the conditions to check before an agent loses signal. */
export const ready = {
  allGood: 'You are ready.',
  todo: plural('{count} thing to do on this phone', '{count} things to do on this phone'),
  tips: 'Good to do',
  done: 'Ready',
  notKnown: 'Not known here',
  notNow: 'Not now',
  aside: 'Put aside for 30 days.',
  more: 'More: {name}',
  checkAgain: 'Check again',
  name: {
    paused: 'Sending',
    clock: 'Date and time',
    storage: 'Free space',
    offline: 'Works without signal',
    alerts: 'Alerts',
    location: 'Location',
    kept: 'Forms are protected',
    formNumbers: 'References in reserve',
    unsent: 'Nothing waiting too long',
    camera: 'Camera',
    answers: 'Operator’s answers',
  },
  good: {
    paused: 'Nothing stops it.',
    clock: 'The phone’s clock and the server’s agree.',
    storage: 'One form with its photos needs about 1 MB.',
    offline: 'All of Veld is on this phone.',
    alerts: 'Alerts are on.',
    location: 'Veld may use the location.',
    kept: 'This phone keeps your forms until you delete them.',
    formNumbers: 'The next forms get a reference, also without signal.',
    unsent: 'Nothing has waited for longer than a day.',
    camera: 'This phone has a camera.',
    answers: 'Veld reads what became of your forms.',
  },
  todoName: {
    storage: 'Free some space',
    alerts: 'Turn on alerts',
    location: 'Allow location',
    kept: 'Protect your forms',
    formNumbers: 'Get more references',
    unsent: 'Send what waits',
    camera: 'No camera found',
  },
  why: {
    location: 'Each form needs a location. Allow it once.',
    alerts: 'Hear of a problem when Veld is closed. No names are shown.',
  },
  denied: 'It is blocked. Allow it in the browser’s settings.',
  allow: 'Allow',
  allowFor: 'Allow: {name}',
  incomplete: 'Veld is not complete on this phone',
  incompleteDetail: 'Stay online for a minute.',
  notLoaded: 'Veld would not open without signal',
  notLoadedDetail: 'Load it again with signal.',
  stay: 'Stay on this page. Load it again with signal.',
  load: 'Load again',
  room: 'Space for about {count} forms',
  roomUnknown: 'This browser does not say how much space is free.',
  roomShort: plural('Space for {count} more customer', 'Space for {count} more customers'),
  full: 'This phone is too full for photos',
  roomShortDetail: 'Free 50 MB before the next customer.',
  notKept: 'If the phone gets full, they may be lost.',
  keptUnknown: 'This browser does not say if it keeps your forms.',
  install: 'Install Veld',
  protect: 'Protect my forms',
  locationUnknown: 'The browser asks when a form needs it.',
  noLocation: 'No location found',
  noLocationDetail: 'Turn it on, or go outside. Then check again.',
  noCamera: 'You can still choose photos.',
  cameraUnknown: 'This browser does not say if there is a camera.',
  clockOff: plural('The clock is {count} minute wrong', 'The clock is {count} minutes wrong'),
  clockDetail: 'Sending may fail. Set the date and time to automatic.',
  clockUnknown: 'Not known without signal.',
  formNumbers: plural('{count} reference in reserve', '{count} references in reserve'),
  fewFormNumbers: 'Few are left. Get some while you are online.',
  noFormNumbers: 'None is left. Get some while you are online.',
  fetchNumbers: 'Get references',
  numbersNotCome: 'No references came yet. Try again later.',
  unsentOld: 'A form waits since {at}.',
  answersAsked: 'The operator’s answers: Veld last asked {at}.',
  answersNotAsked: 'The operator’s answers: Veld has not asked yet.',
  toOutbox: 'Open the outbox',
  practise: 'Practise with a made-up customer',
} as const;

export const readyNotes = {
  aside: "After the press on 'notNow'.",
  noLocation: "After the press on 'allow', if the phone found none.",
  numbersNotCome: "After the press on 'fetchNumbers'.",
  stay: "After the press on 'load', without signal.",
  more: "The button behind which 'notNow' is. {name}: one of 'todoName'.",
  allowFor: "For a screen reader, in place of 'allow'. {name}: one of 'todoName'.",
  unsentOld: "{at}: '21 Nov 2026, 14:05'.",
} satisfies Notes<typeof ready>;

export const readyText = defineTexts(ready);
