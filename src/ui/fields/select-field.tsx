import type { ComponentPropsWithRef } from 'react';
import { controlsText } from '../../messages/controls.ts';
import { classNames } from '../content/class-names.ts';
import { IconChevronDown } from '../frame/more-icons.tsx';
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
}

export function SelectField({
  value,
  onChange,
  options,
  placeholder = controlsText().chooseOne,
  className,
  ...props
}: SelectFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className={styles['select']}>
        <select
          {...control}
          className={classNames(styles['control'], className)}
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
