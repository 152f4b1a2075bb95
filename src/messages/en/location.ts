import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** Where the form is filled in: asking the device, and how good its answer is. */
export const location = {
  hint: 'It goes with the form, and nowhere else.',
  get: 'Get location',
  coordinates: '{latitude}, {longitude}',
  justNow: 'accurate to {metres} m, taken just now',
  minutesAgo: plural(
    'accurate to {metres} m, taken {count} minute ago',
    'accurate to {metres} m, taken {count} minutes ago',
  ),
  hoursAgo: plural(
    'accurate to {metres} m, taken {count} hour ago',
    'accurate to {metres} m, taken {count} hours ago',
  ),
  searching: 'Looking for this device…',
  searchingSlowly:
    'Looking for this device… You can go on without; it is still taken when it comes while you sign.',
  tryAgain: 'Try again',
  continueWithout: 'Continue without a location',
  notFound: {
    denied:
      'Location is blocked for this app. Allow it in the site settings of the browser, then press the button again.',
    unavailable:
      'This device cannot tell where it is. Turn location on, or go outside, then press the button again.',
    timeout: 'No location after 20 seconds. Go outside and wait, or press the button again.',
    unsupported: 'This browser cannot tell where it is.',
  },
} as const;

export const notes = {
  coordinates: 'In degrees, as numbers.',
  justNow: 'Below the coordinates.',
} satisfies Notes<typeof location>;
