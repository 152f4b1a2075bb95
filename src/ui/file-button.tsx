import type { ComponentPropsWithRef, ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import styles from './file-field.module.css';

export interface FileButtonProps
  extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'type' | 'children'> {
  /** What is seen, and the accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * An invisible file input that covers what looks like a button, so that pressing, the keyboard and dropping files all work as
 * in the browser. The same file can be chosen twice in a row.
 */
export function FileButton({ label, icon, onFiles, className, ...rest }: FileButtonProps) {
  return (
    <div className={classNames(buttonClass(), styles['button'], className)}>
      {icon}
      <span aria-hidden="true">{label}</span>
      <input
        {...rest}
        aria-label={label}
        // Else the browser keeps the files' names.
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
