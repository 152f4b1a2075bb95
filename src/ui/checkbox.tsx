import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './choice.module.css';
import { FieldMessage, useFieldIds } from './field-frame.tsx';

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
      <label className={styles['card']}>
        <input
          {...rest}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          checked={checked}
          className={styles['checkbox']}
          id={ids.id}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
        />
        <span className={styles['text']}>{label}</span>
      </label>
      {hint ? (
        <p className={styles['hint']} id={ids.hint}>
          {hint}
        </p>
      ) : null}
      <FieldMessage error={error} ids={ids} />
    </div>
  );
}
