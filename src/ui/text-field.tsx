import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';

type NativeProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'required' | 'id'>;

export interface TextFieldProps extends NativeProps, FieldText {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. Takes every other property of a native input (`type`, `inputMode`, `autoComplete`, `onBlur`, `ref` …). */
export function TextField({
  label,
  hint,
  error,
  warning,
  onUseAnyway,
  required,
  id,
  value,
  onChange,
  className,
  ...rest
}: TextFieldProps) {
  const text = { label, hint, error, warning, onUseAnyway, required, id };
  const ids = useFieldIds(text);
  return (
    <FieldFrame ids={ids} text={text}>
      <input
        aria-required={required === false ? undefined : true}
        autoComplete="off"
        {...rest}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={classNames(styles['control'], className)}
        id={ids.id}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      />
    </FieldFrame>
  );
}
