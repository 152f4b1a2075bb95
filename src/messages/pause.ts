import { area } from './text.ts';

/** Why nothing is sent until a person acts. The same words on every screen, and in the notification. */
export const pause = {
  title: 'Sending has stopped',
  unknownPhone: 'The server does not know this phone.',
  forbidden: 'This phone is not allowed to send.',
} as const;

export const pauseText = area(pause);
