/**
 * The date picker's options, as the specification fixes them. Those that a native input cannot vary are single-valued
 * types. No screen asks for a time today; the hour and the minutes are what one would get.
 */
export interface DatePickerOptions {
  readonly dateFormat: 'Y-m-d';
  readonly mode: 'single';
  /** The hour that a date gets when no time was chosen. */
  readonly defaultHour: number;
  /** Minutes are brought down to a multiple of this. */
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

export const invalidDateWords =
  'This is not a date, so no day is chosen. Choose one, or type it as year, month and day.';

export type PickedDate =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid' }
  /** 'Y-m-d', or 'Y-m-dTHH:MM' where a time is asked for. */
  | { readonly status: 'picked'; readonly value: string };

const invalid: PickedDate = { status: 'invalid' };

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // 2026-02-30 becomes 2 March: real days come back as they went in.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const two = (part: number) => String(part).padStart(2, '0');

export interface NativeText {
  readonly date: string;
  /** null: no time is asked for. */
  readonly time: string | null;
  /** The browser holds something that it cannot read as a date or time. */
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
  if (time === '') return { status: 'picked', value: `${date}T${two(defaultHour)}:00` };
  const parts = /^([01]\d|2[0-3]):([0-5]\d)(:\d{2}(\.\d+)?)?$/.exec(time);
  if (!parts) return invalid;
  const minute = Math.floor(Number(parts[2]) / minuteIncrement) * minuteIncrement;
  return { status: 'picked', value: `${date}T${parts[1]}:${two(minute)}` };
}
