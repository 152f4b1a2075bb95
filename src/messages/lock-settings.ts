import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** The texts to set, change and remove a lock, and for a forgotten PIN. */
export const lockSettings = {
  changedElsewhere: 'The lock was changed in another window.',
  severalAgents: 'Every agent on this phone needs a PIN.',
  lockedMeanwhile: 'Veld locked itself. Nothing was changed.',
  notSaved: 'Not saved. Free some space and try again.',
  newPin: 'New PIN or password',
  newPinHint: '6 digits or more. Not your phone’s or bank’s PIN.',
  newPinAgain: 'Type it again',
  useLetters: 'Use letters',
  showPin: 'Show',
  notTheSame: 'They do not match. Type it again.',
  fault: {
    short: 'Use 6 characters or more.',
    same: 'Too easy to guess. Choose another.',
    run: 'Too easy to guess. Choose another.',
    common: 'Too many people use that one. Choose another.',
  },
  codeTitle: 'Write this code down',
  codeDetail:
    'If you forget your PIN, only this code lets you in. Write it on paper and give it to your supervisor. You see it only once.',
  codeWritten: 'I have written it down',
  lastGroup: 'The last 5 characters on your paper',
  lastGroupWrong: 'That does not match. Look at the code again.',
  codeAgain: 'See the code again',
  card: 'Lock',
  whatItDoes: 'Veld asks for a PIN before it shows a customer.',
  stillSends: 'Your forms are still sent while Veld is locked.',
  setPin: 'Set a PIN',
  turnOn: 'Turn the lock on',
  setPinDone: 'Lock is on.',
  isSet: {
    pin: 'Lock is on: PIN or password.',
    beside: 'Lock is on: PIN or password, or your fingerprint.',
    only: 'Lock is on: fingerprint. Keep your recovery code safe.',
  },
  isSetKeeps: 'Nobody sees your customers without it.',
  strength: {
    howSafe: 'How safe is a PIN?',
    people: 'Six digits stop someone who finds your phone.',
    experts:
      'A password of 10 letters is safer. So is a fingerprint alone. Then an expert with a copy of the phone cannot read your drafts and refused forms.',
    submitted: 'An expert can read submitted forms until they are sent.',
    unlocked:
      'If you send only while Veld is unlocked, an expert cannot read waiting forms either. But you must then open Veld where there is signal.',
  },
  useFingerprint: 'Use fingerprint instead',
  useFingerprintDetail:
    'Veld opens with what unlocks this phone. Anyone who can unlock the phone can open Veld.',
  addFingerprint: 'Add fingerprint',
  addFingerprintDetail:
    'Your finger, your face or the phone’s own PIN then also opens Veld. Anyone who can unlock the phone can open Veld. Your PIN still works.',
  fingerprintAdded: 'Your fingerprint opens Veld from now on.',
  removeFingerprint: 'Stop using fingerprint',
  removeFingerprintDetail: 'Then only your PIN or password and the recovery code open Veld.',
  fingerprintRemoved: 'Fingerprint is off.',
  fingerprintNotSet: 'The phone did not recognise you, or it was cancelled. Nothing was changed.',
  fingerprintUnable: 'This phone’s fingerprint can’t open Veld. Use a PIN or password.',
  askFingerprint: 'The phone asks for your finger, your face or its own PIN first.',
  addPin: 'Add a PIN',
  pinAdded: 'Your PIN opens Veld from now on.',
  lockAfter: 'Lock after',
  lockAfterHint: 'If you do not touch the phone. In the background: after 2 minutes at most.',
  minutes: plural('{count} minute', '{count} minutes'),
  minutesNotSaved: 'Not saved. Try again.',
  changePin: 'Change PIN',
  pinChanged: 'PIN changed.',
  pinNow: 'Your PIN or password now',
  newCode: 'New recovery code',
  newCodeDetail:
    'Write down the new code, then type in its end. Until then the old code works: keep the old paper.',
  newCodeDone: 'Use the new recovery code from now on. Destroy the old paper.',
  turnOff: 'Turn lock off',
  turnOffDetail: 'Anyone with this phone will see your unsent customers.',
  turnedOff: 'The lock is off.',
  next: 'Next',
  recoveryTitle: 'With the recovery code',
  recoveryCode: 'Recovery code',
  recoveryHint: 'The code on your supervisor’s paper. It begins with VELD.',
  recoveryMissing: 'Enter the code from the paper.',
  recoveryWrong: 'That is not the code. Compare each group with the paper.',
  recoveryAgain: 'That took too long. Enter the code again. Nothing was changed.',
  recoveryGoOn: 'Go on',
  recoveryNewPin: 'The code is right. Now choose a new PIN.',
  savePin: 'Save the PIN and unlock',
  noCode: 'No code? Start again',
  startAgain: 'Start again without the PIN',
  startAgainReading: 'Checking what would be deleted…',
  startAgainFailed: 'That could not be read. Close Veld, open it and try again.',
  stays: plural(
    '{count} submitted form is still sent. You will not see it here.',
    '{count} submitted forms are still sent. You will not see them here.',
  ),
  noneStays: 'None of your forms waits to be sent.',
  goes: plural(
    '{count} is deleted for good. You must capture this customer again:',
    '{count} are deleted for good. You must capture these customers again:',
  ),
  noneGoes: 'You have no drafts and no refused forms here: nothing is lost.',
  goesDraft: {
    registration: 'Registration, draft, begun {when}',
    replacement: 'Replacement, draft, begun {when}',
  },
  goesWaiting: {
    registration: 'Registration, not sent yet, begun {when}',
    replacement: 'Replacement, not sent yet, begun {when}',
  },
  goesRefused: {
    registration: 'Registration, needs attention, begun {when}',
    replacement: 'Replacement, needs attention, begun {when}',
  },
  typeToDelete: 'Type {word} to go on',
  notTyped: 'Type the word first. Nothing is deleted yet.',
  listChanged: 'The list changed. Nothing is deleted yet. Look at it again.',
  deleteWord: 'DELETE',
  deleteAndStart: 'Delete and start again',
  startAgainShared:
    'Other agents use this phone too. Your list of sent forms is deleted. One of them must then add you again.',
  startedAgain: 'Veld starts again, without a lock. Set a new PIN in the settings.',
  removedFromPhone: 'You are removed from this phone. Another agent can add you again.',
  pinSavedLocked: 'Your new PIN is saved. Another window locked Veld. Unlock with the new PIN.',
} as const;

export const lockSettingsNotes = {
  minutes: "Choices of 'lockAfter'.",
  isSet: 'By the unlock methods that are set.',
  goesDraft:
    "{when}: '22 Nov, 14:05'. Nothing but kind, state and time is known of a form that will be deleted.",
  typeToDelete: "{word}: 'deleteWord', which the person types.",
} satisfies Notes<typeof lockSettings>;

export const lockSettingsText = defineTexts(lockSettings);

/** The settings for several agents who share one phone. */
export const agents = {
  card: 'Agents',
  one: 'Only you use this phone.',
  several: 'Agents on this phone:',
  own: '{label} (you)',
  unnamed: 'Agent with no name',
  whatItDoes:
    'Each agent has a PIN and sees only their own customers. Veld sends everyone’s forms.',
  add: 'Add another agent',
  needsLock: 'Set a PIN for yourself first.',
  needsPin: 'Add a PIN first. A fingerprint would open everyone’s work.',
  ownLabel: 'Your name or number',
  ownLabelHint: 'You pick this name on the lock screen. It stays on this phone.',
  handOver:
    'Hand the phone to the other agent. They choose a name and a PIN and write down their code.',
  fingerprintGoes: 'Your fingerprint will stop working here. Use your PIN.',
  newLabel: 'New agent’s name or number',
  addEnd: 'Add agent',
  added: '{label} is added. Press ‘Lock now’ before you hand over the phone.',
  rename: 'Change my name',
  renamed: 'Your name is changed.',
  fault: {
    empty: 'Enter a name or a number.',
    long: 'Use 30 letters or fewer.',
    taken: 'That name is taken. Choose another.',
  },
  remove: 'Remove this agent',
  removeDetail:
    'You will not be able to unlock Veld here. Your list of sent forms is deleted. The operator keeps the forms.',
  removed: 'Agent removed.',
  undelivered: plural(
    '{count} of your forms is not sent yet. Send or delete it first.',
    '{count} of your forms are not sent yet. Send or delete them first.',
  ),
  last: 'You are the only agent here. Turn the lock off instead.',
  sendsUnlocked: 'Send only while Veld is unlocked',
  sendsUnlockedHint: 'Safer on a stolen phone, but nothing is sent while Veld is locked.',
  sendsNotSaved: 'Not saved. Try again.',
} as const;

export const agentsNotes = {
  own: "{label}: what the agent calls themselves, 'Thandi' or '0412'.",
  added: "{label}: as in 'own'. ‘Lock now’ is the button in the bar.",
  sendsUnlocked: 'A checkbox; off by default.',
} satisfies Notes<typeof agents>;

export const agentsText = defineTexts(agents);
