import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** Setting a lock, changing it, taking it off; and what to do where the PIN is forgotten. */
export const lockSettings = {
  changedElsewhere: 'The lock was changed in another tab. Nothing was done here.',
  severalAgents: 'Several agents use this phone. While they do, each of them needs a lock.',
  lockedMeanwhile: 'Veld was locked meanwhile. Nothing was done.',
  notSaved: 'It could not be saved. Make room on the phone and try again.',
  newPin: 'New PIN or password',
  newPinHint: '6 characters or more, and not the PIN of the phone or of your bank card.',
  newPinAgain: 'Type it again',
  useLetters: 'Use letters',
  showPin: 'Show what I type',
  notTheSame: 'The two are not the same. Type it again.',
  fault: {
    short: 'Use 6 characters or more.',
    same: 'All the same: anybody would try that. Take another.',
    run: 'One after the other: anybody would try that. Take another.',
    common: 'Very many people take that one. Take another.',
  },
  holdsPeople:
    'It keeps out whoever finds or borrows the phone. It does not hold against experts who copy the whole phone: they try all 6 digits in minutes. From 10 characters on, best with letters, it does.',
  holdsExperts: 'It keeps out whoever finds or takes the phone, also experts who copy all of it.',
  codeTitle: 'Write this code down',
  codeDetail:
    'Whoever forgets the PIN gets in with this code only. Write it on paper and give it to your supervisor. It is shown this once: nobody has it, and nobody can send it to you.',
  codeWritten: 'I have written it down',
  lastGroup: 'The last 5 characters on your paper',
  lastGroupWrong: 'That is not how the code ends. Look at your paper, or at the code again.',
  codeAgain: 'See the code again',
  card: 'Lock',
  noLock:
    'No lock is set. Whoever has this phone open can see the customers in Veld that are not sent yet.',
  whatItDoes:
    'With a lock, Veld asks for a PIN before it shows a customer. It goes on sending what you submitted.',
  setPin: 'Set a PIN',
  turnOn: 'Turn the lock on',
  setPinDone: 'The lock is set. Veld asks for the PIN from now on.',
  isSet: {
    pin: 'A lock is set: a PIN or password.',
    beside: 'A lock is set: a PIN or password, or your fingerprint.',
    only: 'A lock is set: your fingerprint. Nothing else opens it but the recovery code.',
  },
  isSetKeeps:
    'Without it nobody sees your customers in Veld. What you submitted can be read by experts who copy the whole phone, until it is sent.',
  keepsPin:
    'Drafts and what was refused can’t be read from such a copy either, if the PIN has 10 characters or more.',
  keepsFinger: 'Drafts and what was refused can’t be read from such a copy.',
  useFinger: 'Use fingerprint instead',
  useFingerDetail:
    'Veld then asks for what unlocks this phone: your finger, your face or the phone’s own PIN. Whoever can unlock the phone can open Veld. There is nothing to guess, also for experts.',
  addFinger: 'Add fingerprint',
  addFingerDetail:
    'Veld can then be opened by what unlocks this phone: your finger, your face or the phone’s own PIN. Whoever can unlock the phone can open Veld. Your PIN goes on working.',
  fingerAdded: 'Your fingerprint opens Veld from now on.',
  removeFinger: 'Stop using fingerprint',
  removeFingerDetail: 'Then only your PIN or password and the recovery code open Veld.',
  fingerRemoved: 'Your fingerprint opens Veld no more.',
  fingerNotSet: 'The phone did not recognise you, or it was cancelled. Nothing was changed.',
  fingerUnable: 'This phone’s fingerprint can’t open Veld. Use a PIN or password.',
  askFinger: 'The phone asks for your finger, your face or its own PIN first.',
  addPin: 'Add a PIN',
  pinAdded: 'Your PIN opens Veld from now on.',
  lockAfter: 'Lock after',
  lockAfterHint: 'Without a touch or a key. Out of sight, Veld locks after 2 minutes at most.',
  minutes: plural('{count} minute', '{count} minutes'),
  minutesNotSaved: 'That could not be saved. Try again.',
  changePin: 'Change PIN',
  pinChanged: 'PIN changed.',
  pinNow: 'Your PIN or password now',
  newCode: 'New recovery code',
  newCodeDetail:
    'The code on the old paper opens nothing on this phone from then on. It still opens an old copy of the phone, if somebody made one: destroy the paper.',
  newCodeDone: 'The new recovery code counts from now on.',
  turnOff: 'Turn lock off',
  turnOffDetail: 'Whoever has this phone open then sees the customers in Veld that are not sent.',
  turnedOff: 'The lock is off.',
  next: 'Next',
  recoveryTitle: 'With the recovery code',
  recoveryCode: 'Recovery code',
  recoveryHint: 'VELD- and four groups of five, on the paper that your supervisor has.',
  recoveryMissing: 'Enter the code from the paper.',
  recoveryWrong: 'That is not the code. Compare each group with the paper.',
  recoveryGoOn: 'Go on',
  recoveryNewPin: 'The code is right. Now choose a new PIN.',
  savePin: 'Save the PIN and unlock',
  noCode: 'No code? Start again',
  startAgain: 'Start again without the PIN',
  startAgainReading: 'Looking what that would delete…',
  startAgainFailed: 'That could not be read. Close Veld, open it and try again.',
  stays: plural(
    '{count} submitted registration stays and is sent as ever. Nobody can look into it on this phone any more.',
    '{count} submitted registrations stay and are sent as ever. Nobody can look into them on this phone any more.',
  ),
  noneStays: 'Nothing waits to be sent.',
  goes: plural(
    '{count} is deleted for good. The customer would have to be captured again:',
    '{count} are deleted for good. The customers would have to be captured again:',
  ),
  noneGoes: 'No drafts and nothing refused are on this phone: nothing is lost.',
  goesDraft: {
    registration: 'Registration, draft, begun {when}',
    replacement: 'Replacement, draft, begun {when}',
  },
  goesRefused: {
    registration: 'Registration, needs attention, begun {when}',
    replacement: 'Replacement, needs attention, begun {when}',
  },
  typeToDelete: 'Type {word} to go on',
  notTyped: 'Nothing is deleted before that is typed.',
  deleteWord: 'DELETE',
  deleteAndStart: 'Delete and start again',
  startedAgain: 'Veld starts again, without a lock. Set a new PIN in the settings.',
} as const;

export const lockSettingsNotes = {
  minutes: "Choices of 'lockAfter'.",
  isSet: 'By what it opens.',
  goesDraft: "{when}: '22 Nov, 14:05'. Of each form that is deleted, nothing else is known.",
  typeToDelete: "{word}: 'deleteWord', which the person types.",
} satisfies Notes<typeof lockSettings>;

export const lockSettingsText = area(lockSettings);

/** Several agents who share one phone, in the settings. */
export const agents = {
  card: 'Agents',
  one: 'One agent uses this phone.',
  several: 'These agents use this phone:',
  own: '{label} (you)',
  unnamed: 'An agent without a name',
  whatItDoes:
    'If another one does too, each gets a PIN of their own and sees their own customers only. What all of them submitted is sent, whoever has Veld open.',
  add: 'Add another agent',
  needsLock:
    'First set a lock for your own work: without one, whoever has this phone open sees your customers.',
  needsPin:
    'First add a PIN to your lock. A fingerprint is for a phone of one agent: it would open the work of all.',
  ownLabel: 'Your name or number',
  ownLabelHint: 'Agents choose by it who they are when Veld is locked. It stays on this phone.',
  handOver:
    'Now hand the phone to the other agent. They choose their own name and PIN, and write down their own code.',
  fingerGoes: 'Your fingerprint opens Veld no more then: it would open the work of both of you.',
  newLabel: 'Name or number of the new agent',
  addEnd: 'Add this agent',
  added:
    '{label} can unlock Veld now. Press ‘Lock now’ before you hand over the phone: what is unlocked is still yours.',
  rename: 'Change my name',
  renamed: 'Your name is changed.',
  fault: {
    empty: 'Enter a name or a number.',
    long: 'Use 30 characters or fewer.',
    taken: 'Another agent of this phone has that name.',
  },
  remove: 'Remove this agent',
  removeDetail:
    'You can’t unlock Veld on this phone any more, and its list of what you delivered is deleted. The operator keeps what was sent.',
  removed: 'The agent is removed.',
  undelivered: plural(
    '{count} form of yours is not delivered: a draft, one that waits, or one that was refused. Send or delete it first.',
    '{count} forms of yours are not delivered: drafts, what waits, and what was refused. Send or delete them first.',
  ),
  last: 'You are the only agent of this phone. Turn the lock off instead.',
  sendsUnlocked: 'Send only while I have Veld unlocked',
  sendsUnlockedHint:
    'Nothing is sent while Veld is closed or locked: you must open it where there is signal. In return, experts who copy the whole phone can’t read what waits either, if the PIN has 10 characters or more.',
  sendsNotSaved: 'That could not be saved. Try again.',
} as const;

export const agentsNotes = {
  own: "{label}: what the agent calls themselves, 'Thandi' or '0412'.",
  added: "{label}: as in 'own'. ‘Lock now’ is the button in the bar.",
  sendsUnlocked: 'A checkbox; off by default.',
} satisfies Notes<typeof agents>;

export const agentsText = area(agents);
