import type { Field, Rule } from './form.ts';
import { textRule } from './text-rules.ts';
import type { Values } from './values.ts';

const always = (): boolean => true;
export const never = (): boolean => false;

/** What a table states about a field, apart from name and rule. */
type More = Partial<Omit<Field, 'name' | 'wire' | 'rule' | 'maxLength'>>;

type TextField<Name extends string> = Field<Name, 'text'>;

type Make = <const Name extends string>(name: Name, more?: More) => TextField<Name>;

/** A text field. Required unless `more` says otherwise. */
export const textField = <const Name extends string>(
  name: Name,
  rule: (values: Values) => Rule,
  maxLength: number,
  more: More = {},
): TextField<Name> => ({
  name,
  wire: 'text',
  control: 'text',
  capitals: 'words',
  required: always,
  rule,
  maxLength,
  ...more,
});

// The input accepts more than twice the rule's limit: one that cuts off a pasted text would hide the error.
const textOf = (longest: number, room: number): Make => {
  const rule = textRule(longest);
  return (name, more) => textField(name, () => rule, room, more);
};

export const text30 = textOf(30, 100);
export const text100 = textOf(100, 300);
const text250 = textOf(250, 1000);

/** A text with several lines. */
export const linesOf250: Make = (name, more) =>
  text250(name, { control: 'textarea', capitals: 'sentences', ...more });

/** A number in a fixed format. The input has room for spaces, hyphens and a number that was pasted twice. */
export const numberField = <const Name extends string>(
  name: Name,
  rule: Rule,
  more?: More,
): TextField<Name> => textField(name, () => rule, 64, { capitals: 'off', ...more });

const chosen = textRule(100);

/** A choice from one of the lists that the server sends. */
export const selectField = <const Name extends string>(
  name: Name,
  options: 'titles' | 'businessTypes',
  more?: More,
): TextField<Name> => ({
  name,
  wire: 'text',
  control: 'select',
  options,
  required: always,
  rule: () => chosen,
  ...more,
});
