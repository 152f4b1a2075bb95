import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldText, useFieldIds } from './field-frame.tsx';

type NativeProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'onChange' | 'value' | 'required' | 'id'
>;

export interface TextAreaProps extends NativeProps, FieldText {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea({
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
}: TextAreaProps) {
  const text = { label, hint, error, warning, onUseAnyway, required, id };
  const ids = useFieldIds(text);
  return (
    <FieldFrame ids={ids} text={text}>
      <textarea
        autoComplete="off"
        rows={3}
        {...rest}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        aria-required={required === false ? undefined : true}
        className={classNames(styles['control'], className)}
        id={ids.id}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      />
    </FieldFrame>
  );
}
