import type { Field } from '../../domain/forms/form.ts';
import { labelName } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import { fieldsText } from '../../messages/fields.ts';

/** What a field is called for these values. */
export const labelOf = (field: Field, values: Values): string =>
  fieldsText().label[labelName(field, values)];

/** What helps with a field, or with a kind of document; undefined where nothing is said. */
export function hintOf(name: string): string | undefined {
  const hints: Readonly<Record<string, string>> = fieldsText().hint;
  return hints[name];
}
