import { useEffect, useMemo, useRef, useState } from 'react';
import { datesText } from '../../messages/controls-lazy.ts';
import { format } from '../../messages/text.ts';
import { type ScheduleFn, schedule } from '../../platform/timers.ts';
import { classNames } from '../content/class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';

export interface Debounced<Args extends readonly unknown[]> {
  readonly call: (...args: Args) => void;
  readonly cancel: () => void;
}

/** Calls `run` once, `ms` after the last call, with the arguments of that call. */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  ms: number,
  after: ScheduleFn = schedule,
): Debounced<Args> {
  let cancelTimer: (() => void) | undefined;
  function cancel() {
    cancelTimer?.();
    cancelTimer = undefined;
  }
  return {
    call(...args) {
      cancel();
      cancelTimer = after(ms, () => {
        cancelTimer = undefined;
        run(...args);
      });
    },
    cancel,
  };
}

/**
 * The date picker's options from the specification. Options that a native input cannot change have one possible value.
 * No screen asks for a time yet. Hour and minutes are defaults for a screen that does.
 */
export interface DatePickerOptions {
  readonly dateFormat: 'Y-m-d';
  readonly mode: 'single';
  /** The hour if the person chose no time. */
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
  /** 'Y-m-d', or 'Y-m-dTHH:MM' if the picker asks for a time. */
  | { readonly status: 'picked'; readonly value: string };

const invalid: PickedDate = { status: 'invalid' };

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` turns 2026-02-30 into 2 March. Only a real day is written back unchanged.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

export interface NativeText {
  readonly date: string;
  /** Null if the picker asks for no time. */
  readonly time: string | null;
  /** The input contains text that the browser cannot read as a date or time. */
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

export interface DatePickerProps extends FieldText {
  /** 'Y-m-d' ('Y-m-dTHH:MM' with `withTime`), or '' if there is none. */
  readonly value: string;
  /** Called 300 ms after the last change. The value is '' if the field is empty or its text is not a date. */
  readonly onChange: (value: string) => void;
  /** True if the picker also asks for a time. */
  readonly withTime?: boolean | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly options?: Partial<DatePickerOptions> | undefined;
  readonly onInvalid?: (() => void) | undefined;
}

function logInvalid() {
  // biome-ignore lint/suspicious/noConsole: the specification asks for exactly this line.
  console.info('Invalid date provided');
}

type InputRef = Readonly<{ current: HTMLInputElement | null }>;

/**
 * Scrolls the focused input into view when the window's size changes, because the keyboard opened or the phone turned.
 */
function keepInView(...inputs: readonly InputRef[]): () => void {
  const scroll = debounce(() => {
    for (const { current } of inputs)
      if (current !== null && current === document.activeElement)
        current.scrollIntoView({ block: 'nearest' });
  }, RESIZE_DEBOUNCE_MS);
  window.addEventListener('resize', scroll.call);
  return () => {
    window.removeEventListener('resize', scroll.call);
    scroll.cancel();
  };
}

const dayOf = (value: string) => value.slice(0, 10);
const timeOf = (value: string) => value.slice(11, 16);

/** Lets the person choose a day with the browser's own picker, and a time if `withTime` is set. */
export function DatePicker({
  label,
  hint,
  error,
  warning,
  onUseAnyway,
  required,
  id,
  value,
  onChange,
  withTime = false,
  min,
  max,
  options,
  onInvalid = logInvalid,
}: DatePickerProps) {
  const t = datesText();
  const dateInput = useRef<HTMLInputElement>(null);
  const timeInput = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const text = {
    label,
    // The date in the specification's format. The browser shows the date in its own format.
    hint: hint ?? (value === '' ? t.hint : format(t.chosen, { date: dayOf(value) })),
    // Shows no error while the person types, because a date is invalid until it is complete.
    error: error || (isInvalid && !isTyping ? t.invalid : undefined),
    warning,
    onUseAnyway,
    required,
    id,
  };
  const ids = useFieldIds(text);
  const [typed, setTyped] = useState({ from: value, date: dayOf(value), time: timeOf(value) });
  if (typed.from !== value) setTyped({ from: value, date: dayOf(value), time: timeOf(value) });

  const settings = { ...datePickerDefaults, ...options };
  const applyChange = useRef<() => void>(undefined);
  // Set after each render, so that the debounced call uses the newest properties.
  useEffect(() => {
    applyChange.current = () => {
      const picked = readPickedDate(
        {
          date: dateInput.current?.value ?? '',
          time: withTime ? (timeInput.current?.value ?? '') : null,
          badInput: Boolean(
            dateInput.current?.validity.badInput || timeInput.current?.validity.badInput,
          ),
        },
        settings,
      );
      setInvalid(picked.status === 'invalid');
      switch (picked.status) {
        case 'empty':
          return onChange('');
        case 'picked':
          return onChange(picked.value);
        case 'invalid':
          onInvalid();
          // The previously chosen day must not stay in effect.
          return onChange('');
      }
    };
  });
  const change = useMemo(() => debounce(() => applyChange.current?.(), CHANGE_DEBOUNCE_MS), []);
  useEffect(() => change.cancel, [change]);
  useEffect(() => keepInView(dateInput, timeInput), []);

  return (
    <FieldFrame ids={ids} text={text}>
      <input
        {...ids.control}
        className={classNames(styles['control'], styles['date'])}
        max={max}
        min={min}
        onBlur={() => setTyping(false)}
        onChange={(event) => setTyped({ ...typed, date: event.target.value })}
        onFocus={() => setTyping(true)}
        // Unlike 'change', 'input' also fires for text that the browser cannot read as a date.
        onInput={change.call}
        ref={dateInput}
        type="date"
        value={typed.date}
      />
      {withTime ? (
        <input
          aria-label={format(t.time, { label })}
          autoComplete={ids.control.autoComplete}
          className={classNames(styles['control'], styles['date'])}
          onChange={(event) => setTyped({ ...typed, time: event.target.value })}
          onInput={change.call}
          ref={timeInput}
          step={settings.minuteIncrement * 60}
          type="time"
          value={typed.time}
        />
      ) : null}
    </FieldFrame>
  );
}
