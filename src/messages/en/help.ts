import type { Notes } from '../area.ts';

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

export const notes = {
  answer:
    "{status}: a number such as 503. {call}: what was asked, such as RegisterSim. {at}: '21 Nov 2026, 14:05'.",
  requestId: "By which the server's log knows the call.",
  line: 'One line of the message that is sent: a name of the list above with its value.',
  call: "{phone}: the operator's number.",
} satisfies Notes<typeof help>;
