import { once } from './once.ts';

const moment = once(
  () =>
    new Intl.DateTimeFormat('en-ZA', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** A point in time (ms since 1970 or a Date) in this device's time zone: '21 Nov 2026, 14:05'. */
export function formatWhen(when: number | Date): string {
  return moment().format(when);
}
