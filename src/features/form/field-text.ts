import {
  allFields,
  type Field,
  type Form,
  fieldsOf,
  type Option,
  type OptionLists,
  sectionsOf,
} from '../../domain/forms/form.ts';
import { fieldForServerKey, labelName } from '../../domain/forms/form-of.ts';
import { stripGaps, type Values } from '../../domain/forms/values.ts';
import { unlessEmpty } from '../../domain/submission-state.ts';
import type { RefusedFile, ServerMessage } from '../../domain/submission-types.ts';
import { fieldsText } from '../../messages/fields.ts';

/** The specification's number for 'Other'. If a server sorts its list by number, 'Other' comes first. */
const OTHER = '0';

const otherLast = (types: readonly Option[]): readonly Option[] => [
  ...types.filter(({ value }) => value !== OTHER),
  ...types.filter(({ value }) => value === OTHER),
];

/** The choices of a field. A chosen value remains a choice even if the server no longer lists it. */
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

/** '8927010012' → '8927 0100 12', as printed on the card. A text with other characters stays as typed. */
export function inGroups(text: string): string {
  const digits = stripGaps(text);
  return /^\d+$/.test(digits) ? digits.replace(/\d{4}(?=\d)/g, '$& ') : text;
}

/** The caret's position in the grouped number: after the same digit as `caret` in `typed`. */
export const caretInGroups = (typed: string, caret: number): number =>
  inGroups(stripGaps(typed.slice(0, caret))).length;

/** True if the person deleted one gap of `shown`, at the caret. A number that is pasted without its gaps is no deletion. */
export const isGapDeletion = (shown: string, typed: string, caret: number): boolean =>
  shown[caret] === ' ' && shown.slice(0, caret) + shown.slice(caret + 1) === typed;

/**
 * Returns `typed` without the digit before `caret`. The person deleted the gap after that digit, and the gap would come
 * back.
 */
export const withoutDigitBefore = (typed: string, caret: number): string =>
  typed.slice(0, caret).replace(/\d\D*$/, '') + typed.slice(caret);

export const labelOf = (field: Field, values: Values): string =>
  fieldsText().label[labelName(field, values)];

/** The hint of a field or a document kind. Undefined if there is none. */
export function hintOf(name: string): string | undefined {
  const hints: Readonly<Record<string, string>> = fieldsText().hint;
  return hints[name];
}

/** Returns the field of this customer's form that the server's key names. */
function shownField(form: Form, values: Values, key: string): string | undefined {
  const name = fieldForServerKey(form, key);
  const isShown = sectionsOf(form, values).some((section) =>
    fieldsOf(section, values).some((field) => field.name === name),
  );
  return isShown ? name : undefined;
}

/** The server's message about one field; '' if there is none. */
export const serverTextFor = (
  form: Form,
  values: Values,
  message: ServerMessage | null,
  name: string,
): string =>
  Object.entries(message?.modelState ?? {})
    .filter(([key]) => shownField(form, values, key) === name)
    .flatMap(([, texts]) => texts)
    .join(' ');

/**
 * The server's messages that no field shows, each with the name of its field. They are shown above the form and never dropped. A refused
 * file, and a refusal of the whole form, have no name.
 */
export const unmatchedTexts = (
  form: Form,
  values: Values,
  message: ServerMessage,
): readonly Readonly<{ key: string; text: string }>[] =>
  Object.entries(message.modelState)
    .filter(([key, texts]) => shownField(form, values, key) === undefined || texts.join('') === '')
    .map(([key, texts]) => {
      const named = fieldForServerKey(form, key);
      const field = allFields(form).find(({ name }) => name === named);
      const other = message.file || key === '$' ? '' : key.slice(key.lastIndexOf('.') + 1);
      const name = field === undefined ? other : labelOf(field, values);
      return { key, text: [name, texts.join(' ')].filter((part) => part !== '').join(': ') };
    });

/**
 * Returns the message without one field or the location, because the person has changed it. Returns null if nothing is left.
 */
export function withoutField(
  form: Form,
  message: ServerMessage | null,
  name: string,
): ServerMessage | null {
  if (message === null) return null;
  const entries = Object.entries(message.modelState);
  const left = entries.filter(([key]) => fieldForServerKey(form, key) !== name);
  return left.length === entries.length
    ? message
    : unlessEmpty({ ...message, modelState: Object.fromEntries(left) });
}

/** Returns null if the message is about the file of this part, which has changed. The whole message is about that file. */
export const withoutFile = (
  message: ServerMessage | null,
  part: RefusedFile['part'],
): ServerMessage | null => (message?.file?.part === part ? null : message);
