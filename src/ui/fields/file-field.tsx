import type { ComponentPropsWithRef, ReactNode } from 'react';
import { controlsText } from '../../messages/controls.ts';
import { buttonClass } from '../content/button.tsx';
import { classNames } from '../content/class-names.ts';
import { FieldHint, FieldMessage, useFieldIds } from './field-frame.tsx';
import styles from './file-field.module.css';

interface FileButtonProps
  extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'type' | 'children'> {
  /** The visible text, which is also the accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * An invisible file input over an element that looks like a button. Pressing, the keyboard and dropping files work as
 * in the browser. The same file can be chosen twice in a row.
 */
export function FileButton({ label, icon, onFiles, className, ...rest }: FileButtonProps) {
  return (
    <div className={classNames(buttonClass('quiet'), styles['button'], className)}>
      {icon}
      <span aria-hidden="true">{label}</span>
      <input
        {...rest}
        aria-label={label}
        // Otherwise the browser stores the files' names.
        autoComplete="off"
        className={styles['input']}
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        type="file"
      />
    </div>
  );
}

/** A file input that another button opens. */
export function HiddenFileInput({
  label,
  onFile,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'type'> & {
  readonly label: string;
  readonly onFile: (file: File | undefined) => void;
}) {
  return (
    <input
      {...rest}
      aria-label={label}
      autoComplete="off"
      hidden={true}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        target.value = '';
        onFile(file);
      }}
      type="file"
    />
  );
}

export interface FileFieldProps {
  readonly label: string;
  /** One button for each way to add a file. The first button also has the hint and the error. */
  readonly ways: readonly Omit<FileButtonProps, 'onFiles'>[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean | undefined;
  /** The id of the first button's input. */
  readonly id?: string | undefined;
  /** The files, and the fields that belong to them. */
  readonly children?: ReactNode;
}

/** A group of files, with buttons to add a file. */
export function FileField({
  label,
  ways,
  onFiles,
  hint,
  error,
  required = true,
  id,
  children,
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
            className={classNames(Boolean(error) && styles['bad'])}
            key={way.capture ? 'camera' : 'files'}
            onFiles={onFiles}
          />
        ))}
      </div>
    </fieldset>
  );
}
