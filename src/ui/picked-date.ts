/**
 * The date picker's options, as the specification states them. Options that a native input can't change have one possible
 * value. No screen asks for a time yet; hour and minutes are the defaults for one that does.
 */
export interface DatePickerOptions {
  readonly dateFormat: 'Y-m-d';
  readonly mode: 'single';
  /** The hour of a date for which no time was chosen. */
  readonly defaultHour: number;
  /** Minutes are rounded down to a multiple of this. */
  readonly minuteIncrement: number;
}

export const datePickerDefaults: DatePickerOptions = {
  dateFormat: 'Y-m-d',
  mode: 'single',
  defaultHour: 12,
  minuteIncrement: 5,
};

export const CHANGE_DEBOUNCE_MS = 300;
export const RESIZE_DEBOUNCE_MS = 50;

export type PickedDate =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid' }
  /** 'Y-m-d', or 'Y-m-dTHH:MM' where a time is asked for. */
  | { readonly status: 'picked'; readonly value: string };

const invalid: PickedDate = { status: 'invalid' };

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` turns 2026-02-30 into 2 March; only a real day is written again as it was read.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

export interface NativeText {
  readonly date: string;
  /** null: no time is asked for. */
  readonly time: string | null;
  /** The input contains text that the browser can't read as a date or time. */
  readonly badInput: boolean;
}

export function readPickedDate(
  { date, time, badInput }: NativeText,
  { defaultHour, minuteIncrement }: DatePickerOptions = datePickerDefaults,
): PickedDate {
  if (badInput) return invalid;
  if (date === '') return { status: 'empty' };
  if (!isRealDay(date)) return invalid;
  if (time === null) return { status: 'picked', value: date };
  if (time === '') return { status: 'picked', value: `${date}T${twoDigits(defaultHour)}:00` };
  const parts = /^([01]\d|2[0-3]):([0-5]\d)(:\d{2}(\.\d+)?)?$/.exec(time);
  if (!parts) return invalid;
  const minute = Math.floor(Number(parts[2]) / minuteIncrement) * minuteIncrement;
  return { status: 'picked', value: `${date}T${parts[1]}:${twoDigits(minute)}` };
}
