import type { ReactNode } from 'react';
import { controlsText } from '../messages/controls.ts';
import { classNames } from './class-names.ts';
import { FieldHint, FieldMessage, useFieldIds } from './field-frame.tsx';
import { FileButton, type FileButtonProps } from './file-button.tsx';
import styles from './file-field.module.css';

export interface FileFieldProps {
  /** Name of the group. */
  readonly label: string;
  /** The ways to a file, one button each. The first has the hint and the error, too. */
  readonly ways: readonly Omit<FileButtonProps, 'onFiles'>[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean | undefined;
  /** The id of the first button's input. */
  readonly id?: string | undefined;
  /** The files that were added already. */
  readonly children?: ReactNode;
  /** Below the buttons. */
  readonly more?: ReactNode;
}

/** A group of files, and the buttons that add one. */
export function FileField({
  label,
  ways,
  onFiles,
  hint,
  error,
  required = true,
  id,
  children,
  more,
}: FileFieldProps) {
  const ids = useFieldIds({ label, hint, error, required, id });
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{label}</legend>
      {required ? null : (
        <p className={styles['hint']} id={ids.optional}>
          {controlsText().optional}
        </p>
      )}
      <FieldHint className={styles['hint']} ids={ids}>
        {hint}
      </FieldHint>
      <FieldMessage error={error} ids={ids} />
      {children}
      <div className={styles['ways']}>
        {ways.map((way, index) => (
          <FileButton
            {...way}
            {...(index === 0 ? ids.control : {})}
            className={classNames(index === 0 && styles['first'], Boolean(error) && styles['bad'])}
            key={way.capture ? 'camera' : 'files'}
            onFiles={onFiles}
          />
        ))}
      </div>
      {more}
    </fieldset>
  );
}
