import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { controlsText } from '../messages/controls.ts';
import { classNames } from './class-names.ts';
import { FieldHint, FieldMessage, useFieldIds } from './field-frame.tsx';
import styles from './file-field.module.css';
import { IconCamera } from './more-icons.tsx';

type NativeProps = Omit<
  ComponentPropsWithRef<'input'>,
  'onChange' | 'value' | 'type' | 'id' | 'children'
>;

export interface FileFieldProps extends NativeProps {
  /** Name of the group and of the file input. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The text on the target area. */
  readonly prompt: string;
  readonly required?: boolean | undefined;
  readonly id?: string | undefined;
  /** The list of files that were added already. */
  readonly children?: ReactNode;
}

/**
 * A group with an invisible file input that covers the whole target area, so that pressing, the keyboard and dropping files
 * all work as in the browser. The same file can be chosen twice in a row.
 */
export function FileField({
  label,
  onFiles,
  hint,
  error,
  prompt,
  required = true,
  id,
  multiple = true,
  className,
  children,
  ...rest
}: FileFieldProps) {
  const ids = useFieldIds({ label, hint, error, required, id });
  const [over, setOver] = useState(false);
  const legend = `${ids.control.id}-legend`;
  return (
    <fieldset className={classNames(styles['group'], className)}>
      <legend className={styles['legend']}>
        <span id={legend}>{label}</span>
      </legend>
      {required ? null : (
        <p className={styles['hint']} id={ids.optional}>
          {controlsText().optional}
        </p>
      )}
      <FieldHint className={styles['hint']} ids={ids}>
        {hint}
      </FieldHint>
      {children}
      <div
        className={classNames(
          styles['target'],
          over && styles['over'],
          Boolean(error) && styles['bad'],
        )}
      >
        <IconCamera />
        <span aria-hidden="true">{prompt}</span>
        <input
          {...rest}
          {...ids.control}
          aria-labelledby={legend}
          className={styles['input']}
          multiple={multiple}
          onChange={(event) => {
            const files = Array.from(event.target.files ?? []);
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          type="file"
        />
      </div>
      <FieldMessage error={error} ids={ids} />
    </fieldset>
  );
}
