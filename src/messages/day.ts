import { plural } from './count.ts';
import { defineTexts } from './text.ts';

/** Home with work on this phone: what needs the agent, and the day's totals. */
export const day = {
  today: 'Today',
  captured: 'captured',
  sent: 'sent',
  needYou: plural('needs you', 'need you'),
  /** Shown after the reason of a pause. */
  getHelp: 'Get help.',
  refused: plural('{count} was refused by the server', '{count} were refused by the server'),
  refusedDetail: plural(
    'The customer’s SIM does not work until you correct it.',
    'The customers’ SIMs do not work until you correct them.',
  ),
} as const;

export const dayText = defineTexts(day);
