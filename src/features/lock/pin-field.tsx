import { type Ref, useState } from 'react';
import { lockText } from '../../messages/lock.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
  /** Whether the keyboard has letters; digits are typed faster on a keypad. */
  readonly hasLetters: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The field for the PIN or password that there is. */
export function PinField({ hasLetters, ...field }: PinFieldProps) {
  const t = lockText();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...field}
      action={
        <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {t.show}
        </Button>
      }
      autoCapitalize="none"
      inputMode={hasLetters ? undefined : 'numeric'}
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}
