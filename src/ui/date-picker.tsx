import { useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { debounce } from './debounce.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';
import {
  CHANGE_DEBOUNCE_MS,
  type DatePickerOptions,
  datePickerDefaults,
  invalidDateWords,
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

/** The phone's keyboard, or a turn, can leave the field that is being filled in out of sight. */
function keepInSight(...inputs: readonly InputRef[]): () => void {
  const settled = debounce(() => {
    for (const { current } of inputs)
      if (current !== null && current === document.activeElement)
        current.scrollIntoView({ block: 'nearest' });
  }, RESIZE_DEBOUNCE_MS);
  window.addEventListener('resize', settled.call);
  return () => {
    window.removeEventListener('resize', settled.call);
    settled.cancel();
  };
}

const dayOf = (value: string) => value.slice(0, 10);
const timeOf = (value: string) => value.slice(11, 16);

/** A day, and with `withTime` a time, by the phone's own picker. */
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
  const dateInput = useRef<HTMLInputElement>(null);
  const timeInput = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const text = {
    label,
    // The specification's format, whatever the browser shows in the field.
    hint: hint ?? (value === '' ? 'Year, month and day: YYYY-MM-DD' : `Chosen: ${dayOf(value)}`),
    // Half a date is no date yet: nothing is said while it is being typed.
    error: error || (isInvalid && !isTyping ? invalidDateWords : undefined),
    warning,
    onUseAnyway,
    required,
    id,
  };
  const ids = useFieldIds(text);
  const [typed, setTyped] = useState({ from: value, date: dayOf(value), time: timeOf(value) });
  if (typed.from !== value) setTyped({ from: value, date: dayOf(value), time: timeOf(value) });

  const settings = { ...datePickerDefaults, ...options };
  const settle = useRef<() => void>(undefined);
  // After each render, so that a timer that fires later reads the newest properties.
  useEffect(() => {
    settle.current = () => {
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
          // What is not a date chooses nothing: the day before it must not go on choosing unseen.
          return onChange('');
      }
    };
  });
  const change = useMemo(() => debounce(() => settle.current?.(), CHANGE_DEBOUNCE_MS), []);
  useEffect(() => change.cancel, [change]);
  useEffect(() => keepInSight(dateInput, timeInput), []);

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
        // Unlike 'change' it also tells of what the browser cannot read as a date.
        onInput={change.call}
        ref={dateInput}
        type="date"
        value={typed.date}
      />
      {withTime ? (
        <input
          aria-label={`${label}, time`}
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
