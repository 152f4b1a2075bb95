import { type ReactNode, useId } from 'react';
import { controlsText } from '../../messages/controls.ts';
import { IconError, IconWarning } from '../frame/icons.tsx';
import styles from './field.module.css';

export interface FieldText {
  /** The exact accessible name. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** Keeps the person from continuing. Shown instead of a warning. */
  readonly error?: ReactNode;
  /** The person may continue despite the warning. With `onUseAnyway` there is a button 'Use it anyway'. */
  readonly warning?: ReactNode;
  readonly onUseAnyway?: (() => void) | undefined;
  /** A short text beside the label, such as the number of digits. */
  readonly note?: string | undefined;
  /** If false, the text 'optional' is shown beside the label. Default: true. */
  readonly required?: boolean | undefined;
  /** The id of the control, so that a screen can move the focus to it. */
  readonly id?: string | undefined;
}

export interface FramedProps extends FieldText {
  /** A button that belongs to the field, shown beside the control. */
  readonly action?: ReactNode;
  /** Chips that fill the field, shown before the control. */
  readonly shortcuts?: ReactNode;
}

export interface FieldIds {
  readonly optional: string;
  readonly note: string;
  readonly hint: string;
  readonly message: string;
  /**
   * The control's attributes: the ids of its texts, whether it is invalid, and that the browser must not store the
   * value. The value belongs to a customer. Chromium would write it to its disk, offer it for the next customer, and
   * sync it to the phone owner's account.
   */
  readonly control: Readonly<{
    id: string;
    autoComplete: 'off';
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }>;
}

export function useFieldIds({
  id,
  hint,
  note,
  error,
  warning,
  required = true,
}: FieldText): FieldIds {
  const made = useId();
  const own = id ?? made;
  const ids = {
    optional: `${own}-optional`,
    note: `${own}-note`,
    hint: `${own}-hint`,
    message: `${own}-message`,
  };
  const described = [
    required ? null : ids.optional,
    hint ? ids.hint : null,
    note ? ids.note : null,
    error || warning ? ids.message : null,
  ].filter((part) => part !== null);
  return {
    ...ids,
    control: {
      id: own,
      autoComplete: 'off',
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      'aria-invalid': error ? true : undefined,
    },
  };
}

/** Separates a field's properties into those of its frame and those of its native control. */
export function useField<Props extends FramedProps>({
  label,
  hint,
  note,
  error,
  warning,
  onUseAnyway,
  required,
  id,
  action,
  shortcuts,
  ...native
}: Props) {
  const text = { label, hint, note, error, warning, onUseAnyway, required, id };
  const ids = useFieldIds(text);
  return {
    frame: { text, ids, action, shortcuts },
    control: {
      'aria-required': required === false ? undefined : true,
      ...native,
      ...ids.control,
    },
  };
}

/** The field's hint, shown above the control. */
export function FieldHint({
  ids,
  className,
  children,
}: {
  readonly ids: FieldIds;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return children ? (
    <p className={className} id={ids.hint}>
      {children}
    </p>
  ) : null;
}

/** The error, or the warning if there is no error. Shown above the control, so that no keyboard covers it. */
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
          <button className={styles['useAnyway']} data-aside="" onClick={onUseAnyway} type="button">
            {controlsText().useAnyway}
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
  action,
  shortcuts,
  children,
}: Pick<FramedProps, 'action' | 'shortcuts'> & {
  readonly text: FieldText;
  readonly ids: FieldIds;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['field']}>
      <div className={styles['labelRow']}>
        <label className={styles['label']} id={`${ids.control.id}-label`} htmlFor={ids.control.id}>
          {text.label}
        </label>
        {text.required === false ? (
          <span className={styles['optional']} id={ids.optional}>
            {controlsText().optional}
          </span>
        ) : null}
        {text.note ? (
          <span className={styles['note']} id={ids.note}>
            {text.note}
          </span>
        ) : null}
      </div>
      <FieldHint className={styles['hint']} ids={ids}>
        {text.hint}
      </FieldHint>
      <FieldMessage
        error={text.error}
        ids={ids}
        onUseAnyway={text.onUseAnyway}
        warning={text.warning}
      />
      {action || shortcuts ? (
        <div className={styles[action ? 'withAction' : 'withShortcuts']}>
          {shortcuts}
          {children}
          {action}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
