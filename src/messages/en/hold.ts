import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** Why the whole outbox waits: what happened, what is safe, who acts next and when. */
export const hold = {
  safe: 'Nothing is lost: everything is kept on this phone.',
  triesAt: 'Veld tries again by itself at {at}.',
  triesNow: 'Veld tries again by itself now.',
  answeredTriesAt: 'The server answered {status}, tries again at {at}.',
  answeredTriesNow: 'The server answered {status}, tries again now.',
  tellOperator: 'Tell your operator, with this phone’s identifier from Settings.',
  maySignIn: 'They may ask you to sign in there.',
  whenMended: 'When they have put it right, press ‘Send now’.',
  forbidden: 'Paused: this phone is not allowed to send',
  forbiddenDetail: 'The server refused it (403).',
  unknownPhone: 'Paused: the server does not know this phone',
  unknownPhoneDetail: 'It did not accept what this phone sends with each call ({status}).',
  version: 'The server is being updated',
  versionDetail: 'It did not know what this app asked for.',
  versionDetailWithStatus: 'It did not know what this app asked for ({status}).',
  versionNext: 'If it lasts for a day, tell your operator.',
  portal: 'This Wi-Fi needs a login page',
  portalDetail: 'Something other than our server answered.',
  portalNext:
    'Open any web page, log in to the Wi-Fi, or switch to mobile data; then press ‘Send now’.',
  clock: 'Check the phone’s date and time',
  clockDetail: 'They differ from the server’s, so no safe connection can be made.',
  clockNext: 'Set them to automatic, then press ‘Send now’.',
  busy: 'The server is busy',
  busyDetail: 'It asked us to wait.',
  formNumber: 'The server gives out used form numbers',
  formNumberDetail:
    'What has no number yet waits, so that no two customers end on one form. What has one is sent.',
  formNumberNext: 'Tell your operator.',
  network: 'No connection yet',
  networkDetail: 'The server could not be reached.',
  tried: plural(
    'Tried once without success, at {at}: {answer}',
    'Tried {count} times without success, last at {at}: {answer}',
  ),
  noAnswer: 'no answer from the server',
  answered: 'the server answered {status}',
} as const;

export const notes = {
  tried:
    "Since the last delivery; beside 'Last delivery: …'. {at}: '14:05', or '22 Nov, 14:05'. {answer}: one of the next two.",
  answeredTriesAt:
    "{status}: the number of the server's answer, such as 503. {at}: '14:05', or '22 Nov, 14:05'.",
  unknownPhoneDetail: "{status}: the number of the server's answer, such as 401.",
  triesAt: "{at}: '14:05', or '22 Nov, 14:05'.",
} satisfies Notes<typeof hold>;
