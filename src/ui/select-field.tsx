import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';
import { IconChevronDown } from './more-icons.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

type NativeProps = Omit<
  ComponentPropsWithRef<'select'>,
  'onChange' | 'value' | 'required' | 'id' | 'children'
>;

export interface SelectFieldProps extends NativeProps, FieldText {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Choice[];
  /** The words of the empty choice (value ''); null leaves it out. */
  readonly placeholder?: string | null | undefined;
}

export function SelectField({
  label,
  hint,
  error,
  warning,
  onUseAnyway,
  required,
  id,
  value,
  onChange,
  options,
  placeholder = 'Choose one',
  className,
  ...rest
}: SelectFieldProps) {
  const text = { label, hint, error, warning, onUseAnyway, required, id };
  const ids = useFieldIds(text);
  return (
    <FieldFrame ids={ids} text={text}>
      <div className={styles['select']}>
        <select
          aria-required={required === false ? undefined : true}
          {...rest}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={classNames(styles['control'], className)}
          id={ids.id}
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
    </FieldFrame>
  );
}
