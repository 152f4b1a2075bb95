import type { ComponentPropsWithRef } from 'react';
import { controlsText } from '../../messages/controls.ts';
import { classNames } from '../content/class-names.ts';
import { IconChevronDown } from '../frame/more-icons.tsx';
import choiceStyles from './choice.module.css';
import styles from './field.module.css';
import { FieldFrame, type FramedProps, useField } from './field-frame.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

type NativeProps = Omit<
  ComponentPropsWithRef<'select'>,
  'onChange' | 'value' | 'required' | 'id' | 'children'
>;

export interface SelectFieldProps extends NativeProps, FramedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Choice[];
  /** The text of the empty choice (value ''). If null, there is no empty choice. */
  readonly placeholder?: string | null | undefined;
  /** The most common options, as buttons before the list. The list then says 'Other' until one of its own is chosen. */
  readonly quick?: Readonly<{ label: string; values: readonly string[] }> | undefined;
}

export function SelectField({
  value,
  onChange,
  options,
  quick,
  placeholder = quick ? controlsText().other : controlsText().chooseOne,
  className,
  ...props
}: SelectFieldProps) {
  const { frame, control } = useField(props);
  const isQuick = quick?.values.includes(value);
  const select = (
    <div
      className={classNames(styles['select'], quick && choiceStyles['segment'])}
      // The list has the value of the pressed button. It says 'Other' all the same, so that the value is there once.
      data-word={isQuick ? placeholder : undefined}
      data-chosen={quick && value !== '' && !isQuick ? '' : undefined}
    >
      <select
        {...control}
        className={classNames(styles[quick ? 'inStrip' : 'control'], className)}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      >
        {placeholder === null ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown />
    </div>
  );
  return (
    <FieldFrame {...frame}>
      {quick === undefined ? (
        select
      ) : (
        <div className={classNames(choiceStyles['strip'], styles['quickStrip'])} data-strip="">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot share the strip's columns. */}
          <div aria-label={quick.label} className={styles['quick']} role="group">
            {options
              .filter((option) => quick.values.includes(option.value))
              .map((option) => (
                <button
                  aria-pressed={option.value === value}
                  className={classNames(choiceStyles['segment'], styles['quickOne'])}
                  key={option.value}
                  onClick={() => onChange(option.value)}
                  type="button"
                >
                  {option.label}
                </button>
              ))}
          </div>
          {select}
        </div>
      )}
    </FieldFrame>
  );
}
