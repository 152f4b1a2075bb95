import { once } from './once.ts';

export const unknownTime = 'time unknown';

/** The last millisecond that a Date can hold. Whatever lies on a disk may be anything. */
const LAST_MOMENT_MS = 8.64e15;

export const isTime = (at: unknown): at is number =>
  typeof at === 'number' && Math.abs(at) <= LAST_MOMENT_MS;

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

/** A point in time (ms since 1970 or a Date) in this device's time zone: '21 Nov 2026, 14:05'. Never throws. */
export function formatWhen(when: number | Date): string {
  const at = Number(when);
  return isTime(at) ? moment().format(at) : unknownTime;
}
