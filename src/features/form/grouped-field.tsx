import { useLayoutEffect, useRef } from 'react';
import { formText } from '../../messages/form.ts';
import { say } from '../../messages/say.ts';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { caretInGroups, digitsIn, inGroups, withoutDigitBefore } from './digit-groups.ts';
import { LaterSimStart } from './later.tsx';

export interface GroupedFieldProps extends TextFieldProps {
  readonly digits: readonly [usual: number, most: number];
}

/** A long number, shown in groups of four while it is typed, with how many digits it has. */
export function GroupedField({
  digits: [usual, most],
  value,
  onChange,
  ...props
}: GroupedFieldProps) {
  const shown = inGroups(value);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // The browser puts the caret at the end of a value that it did not type.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change(typed: string): void {
    const at = input.current?.selectionStart ?? typed.length;
    const isGapDeleted = typed.length < shown.length && inGroups(typed) === shown;
    const next = inGroups(isGapDeleted ? withoutDigitBefore(typed, at) : typed);
    caret.current = next === typed ? null : caretInGroups(typed, at) - (isGapDeleted ? 1 : 0);
    onChange(next);
  }

  const count = digitsIn(shown);
  return (
    <TextField
      {...props}
      note={say(formText().digits, { count, total: count > usual ? most : usual })}
      onChange={change}
      ref={input}
      shortcuts={<LaterSimStart input={input} onChange={onChange} value={value} />}
      value={shown}
    />
  );
}
