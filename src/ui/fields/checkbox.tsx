import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './choice.module.css';
import { FieldHint, FieldMessage, useFieldIds } from './field-frame.tsx';

type NativeProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'checked' | 'type' | 'id'>;

export interface CheckboxProps extends NativeProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly id?: string | undefined;
}

export function Checkbox({
  label,
  checked,
  onChange,
  hint,
  error,
  id,
  required,
  className,
  ...rest
}: CheckboxProps) {
  const ids = useFieldIds({ label, hint, error, id });
  return (
    <div className={styles['group']}>
      <FieldMessage error={error} ids={ids} />
      <label className={styles['card']}>
        <input
          {...rest}
          {...ids.control}
          aria-required={required || undefined}
          checked={checked}
          className={styles['checkbox']}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
        />
        <span className={styles['text']}>{label}</span>
      </label>
      <FieldHint className={styles['hint']} ids={ids}>
        {hint}
      </FieldHint>
    </div>
  );
}
