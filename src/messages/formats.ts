import { defineTexts, format } from './text.ts';

/** Units, and the text for values that cannot be shown. */
export const formats = {
  bytes: '{amount}\u00a0bytes',
  kB: '{amount}\u00a0kB',
  MB: '{amount}\u00a0MB',
  GB: '{amount}\u00a0GB',
  sizeUnknown: 'size unknown',
  timeUnknown: 'time unknown',
  today: 'Today',
  yesterday: 'Yesterday',
} as const;

/* The only file that formats dates, numbers and amounts. Every language uses South African formats: browsers lack
   data for most of the country's languages and would use American formats. */
const COUNTRY = 'en-ZA';

const formatsText = defineTexts(formats);

/** Creates a value at its first use and keeps it, because creating a formatter takes 15 ms on a slow phone. */
function once<T>(make: () => T): () => T {
  let made: Readonly<{ value: T }> | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const numbers = (options: Intl.NumberFormatOptions) =>
  once(() => new Intl.NumberFormat(COUNTRY, options));

const whole = numbers({ maximumFractionDigits: 0 });
const oneDecimal = numbers({ maximumFractionDigits: 1 });
const rand = numbers({ style: 'currency', currency: 'ZAR' });

export const VAT_PERCENT = 15;

/** Formats a whole number with separated thousands: '10 000'. */
export const formatNumber = (number: number): string => whole().format(number);

/**
 * Formats an amount in Rand in the South African format: 'R 1 234,56', with no-break spaces. First adds
 * `upliftPercent`.
 */
export const formatRand = (amount: number, upliftPercent = 0): string =>
  rand().format(amount * (1 + upliftPercent / 100));

const UNITS = ['kB', 'MB', 'GB'] as const;

/**
 * Formats a size; 1 kB is 1 000 bytes, as mobile data is sold. '0 bytes', '812 bytes', '46 kB', '1,2 MB'. Never throws.
 */
export function formatBytes(bytes: number): string {
  const t = formatsText();
  if (!Number.isFinite(bytes)) return t.sizeUnknown;
  if (bytes < 1000) return format(t.bytes, { amount: formatNumber(bytes) });
  let value = bytes / 1000;
  let unit: (typeof UNITS)[number] = 'kB';
  for (const next of UNITS.slice(1)) {
    // 999.5 kB would be shown as '1 000 kB'.
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return format(t[unit], { amount: (unit === 'kB' ? whole : oneDecimal)().format(value) });
}

/** The latest time that a Date can have. A stored value may be damaged. */
const LAST_MOMENT_MS = 8.64e15;

export const isTime = (at: unknown): at is number =>
  typeof at === 'number' && Math.abs(at) <= LAST_MOMENT_MS;

const dates = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(COUNTRY, options));

const times = (options: Intl.DateTimeFormatOptions) =>
  dates({ ...options, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const clock = times({});
const dayAndClock = times({ day: 'numeric', month: 'short' });
const moment = times({ day: 'numeric', month: 'short', year: 'numeric' });

/** Formats a time (ms since 1970 or a Date) in this device's time zone: '21 Nov 2026, 14:05'. Never throws. */
export function formatWhen(when: number | Date): string {
  const at = Number(when);
  return isTime(at) ? moment().format(at) : formatsText().timeUnknown;
}

const sameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** Formats only the time of day: '14:05'. Never throws. */
export const formatClock = (at: number): string =>
  isTime(at) ? clock().format(at) : formatsText().timeUnknown;

/** Formats a time near now: '14:05', or '22 Nov, 14:05' if it is not today. Never throws. */
export const formatSoon = (at: number, now: number): string =>
  isTime(at) ? (sameDay(at, now) ? clock : dayAndClock)().format(at) : formatsText().timeUnknown;

const weekday = dates({ weekday: 'short', day: 'numeric', month: 'short' });

const DAY_MS = 86_400_000;

/** Formats the day of a time: 'Fri 20 Nov'. */
export const formatDate = (at: number): string =>
  isTime(at) ? weekday().format(at).replace(',', '') : formatsText().timeUnknown;

/** Formats a calendar day (YYYY-MM-DD): 'Today', 'Yesterday', or 'Fri, 20 Nov'. Never throws. */
export function formatDay(day: string, now: number): string {
  const t = formatsText();
  const noon = Date.parse(`${day}T12:00`);
  if (Number.isNaN(noon)) return t.timeUnknown;
  if (sameDay(noon, now)) return t.today;
  return sameDay(noon, now - DAY_MS) ? t.yesterday : weekday().format(noon);
}
