import type { Field, Option, OptionLists } from '../../domain/forms/form.ts';
import { labelName } from '../../domain/forms/form-of.ts';
import { stripGaps, type Values } from '../../domain/forms/values.ts';
import { fieldsText } from '../../messages/fields.ts';

/** The specification's number for 'Other'. A server that sends its list by number begins with it. */
const OTHER = '0';

const otherLast = (types: readonly Option[]): readonly Option[] => [
  ...types.filter(({ value }) => value !== OTHER),
  ...types.filter(({ value }) => value === OTHER),
];

/** What a field offers. A value that the server's list has no more stays offered, so that nothing chosen is lost. */
export function choicesOf(field: Field, lists: OptionLists, value: string): readonly Option[] {
  const { options = [] } = field;
  const offered =
    options === 'titles'
      ? lists.titles
      : options === 'businessTypes'
        ? otherLast(lists.businessTypes)
        : options.map(({ value: own, name }) => ({ value: own, label: fieldsText().option[name] }));
  const isOffered = value === '' || offered.some((option) => option.value === value);
  return isOffered ? offered : [...offered, { value, label: value }];
}

export const digitsIn = (text: string): number => stripGaps(text).replace(/\D/g, '').length;

/** '8927010012' → '8927 0100 12', as it is printed on the card. What is no number stays as it was typed. */
export function inGroups(text: string): string {
  const digits = stripGaps(text);
  return /^\d+$/.test(digits) ? digits.replace(/\d{4}(?=\d)/g, '$& ') : text;
}

/** Where a caret belongs that stood at `caret` in `typed`: after the same digit. */
export const caretInGroups = (typed: string, caret: number): number =>
  inGroups(stripGaps(typed.slice(0, caret))).length;

/** `before` without its digit before `caret`: a person deleted the gap behind it, which would come back. */
export const withoutDigitBefore = (typed: string, caret: number): string =>
  typed.slice(0, caret).replace(/\d\D*$/, '') + typed.slice(caret);

/** What a field is called for these values. */
export const labelOf = (field: Field, values: Values): string =>
  fieldsText().label[labelName(field, values)];

/** What helps with a field, or with a kind of document; undefined where nothing is said. */
export function hintOf(name: string): string | undefined {
  const hints: Readonly<Record<string, string>> = fieldsText().hint;
  return hints[name];
}
