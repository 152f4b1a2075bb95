import type { ReactNode } from 'react';
import styles from './choice.module.css';
import { FieldMessage, useFieldIds } from './field-frame.tsx';
import type { Choice } from './select-field.tsx';

export interface RadioGroupProps {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (Choice & { readonly detail?: string })[];
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled?: boolean | undefined;
  /** The id of the first radio, so that a screen can move the focus there. */
  readonly id?: string | undefined;
}

export function RadioGroup({
  legend,
  name,
  value,
  onChange,
  options,
  hint,
  error,
  disabled,
  id,
}: RadioGroupProps) {
  const ids = useFieldIds({ label: legend, hint, error, id });
  return (
    <fieldset aria-describedby={ids.describedBy} className={styles['group']} disabled={disabled}>
      <legend className={styles['legend']}>{legend}</legend>
      {hint ? (
        <p className={styles['hint']} id={ids.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles['options']}>
        {options.map((option, index) => (
          <label className={styles['card']} key={option.value}>
            <input
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              aria-describedby={option.detail ? `${ids.id}-detail-${index}` : undefined}
              aria-labelledby={`${ids.id}-name-${index}`}
              checked={option.value === value}
              className={styles['radio']}
              id={index === 0 ? ids.id : undefined}
              name={name}
              onChange={() => onChange(option.value)}
              type="radio"
              value={option.value}
            />
            <span className={styles['text']}>
              <span id={`${ids.id}-name-${index}`}>{option.label}</span>
              {option.detail ? (
                <span className={styles['detail']} id={`${ids.id}-detail-${index}`}>
                  {option.detail}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage error={error} ids={ids} />
    </fieldset>
  );
}
