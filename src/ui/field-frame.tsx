import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { IconError, IconWarning } from './icons.tsx';

/** What every field shares: its words, and where they stand. */
export interface FieldText {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** Blocks going on. Shown in the place of a warning. */
  readonly error?: ReactNode;
  /** May be passed: with `onUseAnyway` there is a button 'Use it anyway'. */
  readonly warning?: ReactNode;
  readonly onUseAnyway?: (() => void) | undefined;
  /** A field that is not required says 'optional' beside its label. Default: required. */
  readonly required?: boolean | undefined;
  /** The id of the control itself, so that a screen can move the focus there. */
  readonly id?: string | undefined;
}

export interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly optional: string;
  readonly hint: string;
  readonly message: string;
}

export function useFieldIds({ id, hint, error, warning, required = true }: FieldText): FieldIds {
  const made = useId();
  const own = id ?? made;
  const ids = { optional: `${own}-optional`, hint: `${own}-hint`, message: `${own}-message` };
  const described = [
    required ? null : ids.optional,
    hint ? ids.hint : null,
    error || warning ? ids.message : null,
  ].filter((part) => part !== null);
  return { ...ids, id: own, describedBy: described.length > 0 ? described.join(' ') : undefined };
}

/** The error or, without one, the warning. Announced when it appears. */
export function FieldMessage({
  ids,
  error,
  warning,
  onUseAnyway,
}: Pick<FieldText, 'error' | 'warning' | 'onUseAnyway'> & { readonly ids: FieldIds }) {
  if (error) {
    return (
      <p className={styles['error']} id={ids.message}>
        <IconError />
        <span>{error}</span>
      </p>
    );
  }
  if (warning) {
    return (
      <div className={styles['warning']}>
        <p className={styles['warningText']} id={ids.message} role="status">
          <IconWarning />
          <span>{warning}</span>
        </p>
        {onUseAnyway ? (
          <button className={styles['useAnyway']} onClick={onUseAnyway} type="button">
            Use it anyway
          </button>
        ) : null}
      </div>
    );
  }
  return null;
}

export function FieldFrame({
  text,
  ids,
  children,
}: {
  readonly text: FieldText;
  readonly ids: FieldIds;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['field']}>
      <div className={styles['labelRow']}>
        <label className={styles['label']} htmlFor={ids.id}>
          {text.label}
        </label>
        {text.required === false ? (
          <span className={styles['optional']} id={ids.optional}>
            optional
          </span>
        ) : null}
      </div>
      {text.hint ? (
        <p className={styles['hint']} id={ids.hint}>
          {text.hint}
        </p>
      ) : null}
      {children}
      <FieldMessage
        error={text.error}
        ids={ids}
        onUseAnyway={text.onUseAnyway}
        warning={text.warning}
      />
    </div>
  );
}
