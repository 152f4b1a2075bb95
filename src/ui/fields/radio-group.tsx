import type { ReactNode } from 'react';
import styles from './choice.module.css';
import { FieldHint, FieldMessage, useFieldIds } from './field-frame.tsx';
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
  /** The id of the first radio button, so that a screen can move the focus to it. */
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
  const {
    id: own,
    autoComplete,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
  } = ids.control;
  const isStrip = options.length === 2 && options.every(({ detail }) => !detail);
  return (
    <fieldset aria-describedby={describedBy} className={styles['group']} disabled={disabled}>
      <legend className={styles['legend']}>{legend}</legend>
      <FieldHint className={styles['hint']} ids={ids}>
        {hint}
      </FieldHint>
      <FieldMessage error={error} ids={ids} />
      <div className={styles[isStrip ? 'strip' : 'options']} data-strip={isStrip ? '' : undefined}>
        {options.map((option, index) => (
          <label className={styles[isStrip ? 'segment' : 'card']} key={option.value}>
            <input
              autoComplete={autoComplete}
              aria-invalid={isInvalid}
              aria-describedby={option.detail ? `${own}-detail-${index}` : undefined}
              aria-labelledby={`${own}-name-${index}`}
              checked={option.value === value}
              className={isStrip ? undefined : styles['radio']}
              id={index === 0 ? own : undefined}
              name={name}
              onChange={() => onChange(option.value)}
              type="radio"
              value={option.value}
            />
            <span className={styles['text']}>
              <span id={`${own}-name-${index}`}>{option.label}</span>
              {option.detail ? (
                <span className={styles['detail']} id={`${own}-detail-${index}`}>
                  {option.detail}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
