import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FramedProps, useField } from './field-frame.tsx';

type NativeProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'required' | 'id'>;

export interface TextFieldProps extends NativeProps, FramedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. Accepts every other property of a native input (`type`, `inputMode`, `onBlur`, `ref` …). */
export function TextField({ value, onChange, className, ...props }: TextFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        className={classNames(styles['control'], className)}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      />
    </FieldFrame>
  );
}

type NativeAreaProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'onChange' | 'value' | 'required' | 'id'
>;

export interface TextAreaProps extends NativeAreaProps, FramedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text of several lines. The field grows with its content if the browser supports that. */
export function TextArea({ value, onChange, className, ...props }: TextAreaProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={3}
        {...control}
        className={classNames(styles['control'], className)}
        onChange={(event) => onChange(event.target.value)}
        value={value}
      />
    </FieldFrame>
  );
}
