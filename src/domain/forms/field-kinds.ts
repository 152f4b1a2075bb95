import type { Field, Rule, Values } from './form.ts';
import { textRule } from './text-rules.ts';

export const always = (): boolean => true;
export const never = (): boolean => false;

/** What a table states of a field beyond its name, label and rule. */
type More = Partial<Omit<Field, 'name' | 'label' | 'rule' | 'maxLength'>>;

type Make = (name: string, label: string, more?: More) => Field;

/** A text field. Required unless `more` says otherwise. */
export const textField = (
  name: string,
  label: string,
  rule: (values: Values) => Rule,
  maxLength: number,
  more: More = {},
): Field => ({
  name,
  label,
  control: 'text',
  required: always,
  rule,
  maxLength,
  ...more,
});

// Room is twice the limit and more: an input that cuts what was pasted hides the fault.
const textOf = (longest: number, room: number): Make => {
  const rule = textRule(longest);
  return (name, label, more) => textField(name, label, () => rule, room, more);
};

export const text30 = textOf(30, 100);
export const text100 = textOf(100, 300);
export const text250 = textOf(250, 1000);

/** A number in one fixed format; room for spaces, hyphens and a doubled paste. */
export const numberField = (name: string, label: string, rule: Rule, more?: More): Field =>
  textField(name, label, () => rule, 64, more);

const chosen = textRule(100);

/** A choice of one of the lists that the server hands out. */
export const selectField = (
  name: string,
  label: string,
  options: 'titles' | 'businessTypes',
  rule: Rule = chosen,
): Field => ({
  name,
  label,
  control: 'select',
  options,
  required: always,
  rule: () => rule,
});
