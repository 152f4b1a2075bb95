import type { ReactNode } from 'react';
import { type Field, keyboardOf, type OptionLists, valueOfField } from '../../domain/forms/form.ts';
import type { Value, Values } from '../../domain/forms/values.ts';
import { formText } from '../../messages/form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip, ChipGroup } from '../../ui/chips.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { choicesOf } from './choices.ts';
import styles from './form-layout.module.css';
import { GroupedField } from './grouped-field.tsx';
import { hintOf, labelOf } from './labels.ts';
import { LaterSimPack } from './later.tsx';

export interface FormFieldProps {
  readonly field: Field;
  readonly values: Values;
  /** What Enter does here, for the phone's keyboard to say. */
  readonly enterKeyHint: 'next' | 'go';
  readonly options: OptionLists;
  /** '' where there is none. */
  readonly error: string;
  readonly warning: ReactNode;
  readonly onUseAnyway: () => void;
  /** What fills it in at once. */
  readonly shortcuts: ReactNode;
  readonly onChange: (value: Value) => void;
}

/** A spelling service would send what is typed to a server. */
const quietTyping = { spellCheck: false, autoCorrect: 'off' } as const;

const SimHint = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles['simHint']}>
    <span>{children}</span>
    <LaterSimPack />
  </span>
);

/** One field of the table, as the design system draws its kind. */
export function FormField({
  field,
  values,
  enterKeyHint,
  options,
  error,
  warning,
  onUseAnyway,
  shortcuts,
  onChange,
}: FormFieldProps) {
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
    shortcuts,
    onChange,
    ...(inputMode ? { inputMode } : {}),
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...quietTyping,
    ...(capitals ? { autoCapitalize: capitals } : {}),
    enterKeyHint,
  };
  switch (field.control) {
    case 'text':
      return field.digits === undefined ? (
        <TextField {...typing} />
      ) : (
        <GroupedField {...typing} digits={field.digits} hint={<SimHint>{hint}</SimHint>} />
      );
    case 'textarea':
      return <TextArea {...typing} />;
    case 'select': {
      const choices = choicesOf(field, options, text);
      return (
        <SelectField
          {...words}
          name={field.name}
          onChange={onChange}
          options={choices}
          required={required}
          shortcuts={
            field.quick === undefined ? null : (
              <ChipGroup label={formText().commonTitles}>
                {choices
                  .filter((choice) => field.quick?.includes(choice.value))
                  .map((choice) => (
                    <Chip
                      isChosen={choice.value === text}
                      key={choice.value}
                      onChoose={() => onChange(choice.value)}
                    >
                      {choice.label}
                    </Chip>
                  ))}
              </ChipGroup>
            )
          }
          value={text}
        />
      );
    }
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
