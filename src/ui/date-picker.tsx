import { useEffect, useMemo, useRef, useState } from 'react';
import { datesText } from '../messages/dates.ts';
import { say } from '../messages/say.ts';
import { classNames } from './class-names.ts';
import { debounce } from './debounce.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';
import {
  CHANGE_DEBOUNCE_MS,
  type DatePickerOptions,
  datePickerDefaults,
  RESIZE_DEBOUNCE_MS,
  readPickedDate,
} from './picked-date.ts';

export interface DatePickerProps extends FieldText {
  /** 'Y-m-d' ('Y-m-dTHH:MM' with `withTime`), or '' for none. */
  readonly value: string;
  /** Called 300 ms after the last change, with '' when it was cleared or is no date. */
  readonly onChange: (value: string) => void;
  /** Asks for a time as well. */
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

/** Scrolls the focused input into view when the window's size changes: by the phone's keyboard, or by turning the phone. */
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

/** Lets the person choose a day, and with `withTime` a time, with the browser's own picker. */
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
    // The date in the specification's format, as the browser shows it in its own.
    hint: hint ?? (value === '' ? t.hint : say(t.chosen, { date: dayOf(value) })),
    // No error while the person is typing, as a date is invalid until it is complete.
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
          // The day that was chosen before must not stay in effect.
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
        // Unlike 'change', 'input' also fires for text that the browser can't read as a date.
        onInput={change.call}
        ref={dateInput}
        type="date"
        value={typed.date}
      />
      {withTime ? (
        <input
          aria-label={say(t.time, { label })}
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
