import { type Form, fieldsOf, sectionsOf } from '../../domain/forms/form.ts';
import { fieldForServerKey } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { messageText } from '../../messages/reasons.ts';

/** The name of the field on this customer's form that a key of the server's speaks of. */
function shownField(form: Form, values: Values, key: string): string | undefined {
  const name = fieldForServerKey(form, key);
  const isShown = sectionsOf(form, values).some((section) =>
    fieldsOf(section, values).some((field) => field.name === name),
  );
  return isShown ? name : undefined;
}

/** What the server said of one field; '' where it said nothing. */
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

/** What the server said of nothing that is on this form: shown above it, never dropped. */
export const unmatchedTexts = (
  form: Form,
  values: Values,
  message: ServerMessage,
): readonly string[] =>
  Object.entries(message.modelState)
    .filter(([key]) => shownField(form, values, key) === undefined)
    .flatMap(([, texts]) => texts);

/** The message without what it said of one field: that field was changed since. */
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
    : { ...message, modelState: Object.fromEntries(left) };
}

/** The first field, in the order of the form, that the server spoke of. */
export const firstOffendingField = (
  form: Form,
  values: Values,
  message: ServerMessage | null,
): string | undefined =>
  sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .find(({ name }) => serverTextFor(form, values, message, name) !== '')?.name;

/** The message without the mark on the signature: that was changed since. */
export function withoutSignature(message: ServerMessage | null): ServerMessage | null {
  if (message?.file?.part !== 'signature') return message;
  const { file: _, ...rest } = message;
  return rest;
}

/** The server's words about a file: none of them is for a field. */
export const wordsOf = (message: ServerMessage): string => {
  const texts = Object.values(message.modelState).flat().join(' ');
  const { heading, description } = messageText(message);
  return texts || description || heading;
};
