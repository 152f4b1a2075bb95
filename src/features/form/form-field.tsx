import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { type Field, keyboardOf, type OptionLists, valueOfField } from '../../domain/forms/form.ts';
import type { Value, Values } from '../../domain/forms/values.ts';
import { formText } from '../../messages/form.ts';
import { format } from '../../messages/text.ts';
import { Button } from '../../ui/content/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea, TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx';
import { IconScan } from '../../ui/frame/more-icons.tsx';
import {
  caretInGroups,
  choicesOf,
  digitsIn,
  hintOf,
  inGroups,
  isGapDeletion,
  labelOf,
  withoutDigitBefore,
} from './field-text.ts';
import styles from './form-layout.module.css';
import { LazySimStart } from './lazy-parts.tsx';

export interface GroupedFieldProps extends TextFieldProps {
  readonly digits: number;
}

/** A long number, shown in groups of four while it is typed, with a count of its digits. */
function GroupedField({ digits: usual, value, onChange, shortcuts, ...props }: GroupedFieldProps) {
  const shown = inGroups(value);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // The browser moves the caret to the end when the app changes the value.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change(typed: string): void {
    const at = input.current?.selectionStart ?? typed.length;
    const isGapDeleted = isGapDeletion(shown, typed, at);
    const next = inGroups(isGapDeleted ? withoutDigitBefore(typed, at) : typed);
    caret.current = next === typed ? null : caretInGroups(typed, at) - (isGapDeleted ? 1 : 0);
    onChange(next);
  }

  const count = digitsIn(shown);
  return (
    <TextField
      {...props}
      className={styles['number']}
      note={
        count > usual
          ? format(formText().allDigits, { count })
          : format(formText().digits, { count, total: usual })
      }
      onChange={change}
      ref={input}
      shortcuts={
        <>
          <LazySimStart input={input} onChange={onChange} value={value} />
          {shortcuts}
        </>
      }
      value={shown}
    />
  );
}

export interface FormFieldProps {
  readonly field: Field;
  readonly values: Values;
  /** The action of Enter, shown by the phone's keyboard. */
  readonly enterKeyHint: 'next' | 'go';
  readonly options: OptionLists;
  readonly error: string;
  readonly warning: ReactNode;
  readonly onUseAnyway: () => void;
  readonly shortcuts: ReactNode;
  readonly onScan: () => void;
  readonly onChange: (value: Value) => void;
}

/** A spelling service would send the typed text to a server. */
const quietTyping = { spellCheck: false, autoCorrect: 'off' } as const;

export interface ScanButtonProps {
  /** The id of the label of the field that the scan fills. */
  readonly describedBy?: string;
  readonly className: string | undefined;
  readonly onScan: () => void;
  readonly children: ReactNode;
}

/** Opens the scanner. */
export const ScanButton = ({ describedBy, className, onScan, children }: ScanButtonProps) => (
  <Button
    aria-describedby={describedBy}
    className={className}
    data-aside=""
    icon={<IconScan />}
    onClick={onScan}
  >
    {children}
  </Button>
);

/** One field of the form's table, drawn by its kind. */
export function FormField({
  field,
  values,
  enterKeyHint,
  options,
  error,
  warning,
  onUseAnyway,
  shortcuts,
  onScan,
  onChange,
}: FormFieldProps) {
  const id = useId();
  const value = valueOfField(field, values);
  const text = String(value);
  const label = labelOf(field, values);
  const hint = hintOf(field.name);
  const words = { label, hint, error, warning, onUseAnyway };
  const required = field.required(values);
  const { inputMode, capitals } = keyboardOf(field, values);
  const typing = {
    ...words,
    required,
    name: field.name,
    value: text,
    id,
    shortcuts,
    onChange,
    ...(inputMode ? { inputMode } : {}),
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...quietTyping,
    ...(capitals ? { autoCapitalize: capitals } : {}),
    enterKeyHint,
  };
  const scanButton =
    field.scan === undefined || field.scan === 'identity' ? null : (
      <ScanButton className={styles['scan']} describedBy={`${id}-label`} onScan={onScan}>
        {formText().scan}
      </ScanButton>
    );
  switch (field.control) {
    case 'text':
      return field.digits === undefined ? (
        <TextField {...typing} shortcuts={shortcuts ?? scanButton} />
      ) : (
        <GroupedField {...typing} digits={field.digits} shortcuts={scanButton} />
      );
    case 'textarea':
      return <TextArea {...typing} />;
    case 'select':
      return (
        <SelectField
          {...words}
          name={field.name}
          onChange={onChange}
          options={choicesOf(field, options, text)}
          quick={field.quick && { label: formText().commonTitles, values: field.quick }}
          required={required}
          value={text}
        />
      );
    case 'radio':
      return (
        <RadioGroup
          error={error}
          hint={hint}
          legend={label}
          name={field.name}
          onChange={(chosen) => onChange(typeof value === 'boolean' ? chosen === 'true' : chosen)}
          options={choicesOf(field, options, text)}
          value={text}
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          checked={value === true}
          error={error}
          hint={hint}
          label={label}
          name={field.name}
          onChange={onChange}
        />
      );
  }
}
