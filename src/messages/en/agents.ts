import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

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

export const notes = {
  own: "{label}: what the agent calls themselves, 'Thandi' or '0412'.",
  added: "{label}: as in 'own'. ‘Lock now’ is the button in the bar.",
  sendsUnlocked: 'A checkbox; off by default.',
} satisfies Notes<typeof agents>;
