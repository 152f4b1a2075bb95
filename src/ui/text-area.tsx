import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldFrame, type FramedProps, useField } from './field-frame.tsx';

type NativeProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'onChange' | 'value' | 'required' | 'id'
>;

export interface TextAreaProps extends NativeProps, FramedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of text; grows with its content where the browser supports that. */
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
