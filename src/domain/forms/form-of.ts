import { allFields, type Field, type Form, type OtherLabel, type Section } from './form.ts';
import type { FormKind } from './form-kinds.ts';
import { registration } from './registration.ts';
import { replacement } from './replacement.ts';
import type { Values } from './values.ts';

const forms = { registration, replacement } as const satisfies Readonly<Record<FormKind, Form>>;

/** The exact types of the tables, by kind. */
export type FormTables = typeof forms;

export type LabelName =
  | OtherLabel
  | FormTables[FormKind]['sections'][number]['fields'][number]['name'];

export const labelName = (field: Field, values: Values): LabelName =>
  // The field comes from a table, but the type `Field` has only `string` as its name.
  field.labelFor?.(values) ?? (field.name as LabelName);

export const formOf = (kind: FormKind): Form => forms[kind];

const isNamed =
  (name: string) =>
  (field: Field): boolean =>
    field.name.toLowerCase() === name.toLowerCase();

/** The section that holds a field, a file kind or a part. */
export const sectionOfField = (form: Form, name: string): Section | undefined =>
  form.sections.find(
    ({ fields, files, parts }) =>
      fields.some((field) => field.name === name) ||
      files.some(({ kind }) => kind === name) ||
      parts.some((part) => part === name),
  );

/**
 * The name of the field that a key of the server's `errors` means. The last segment counts, in any case: `SimCardNumber`,
 * `formData.simCardNumber`, `$.formData.simCardNumber`. `Latitude` and `Longitude` mean 'location'.
 */
export const fieldForServerKey = (form: Form, key: string): string | undefined =>
  /(?:lat|long)itude$/i.test(key)
    ? 'location'
    : allFields(form).find(isNamed(key.slice(key.lastIndexOf('.') + 1)))?.name;
