import type { Field, Form, FormKind, Section } from './form.ts';
import { registration } from './registration.ts';
import { replacement } from './replacement.ts';

const forms: Readonly<Record<FormKind, Form>> = { registration, replacement };

export const formOf = (kind: FormKind): Form => forms[kind];

const isNamed =
  (name: string) =>
  (field: Field): boolean =>
    field.name.toLowerCase() === name.toLowerCase();

/** The section that holds a field, a file kind or a part ('location', 'consent', 'signature'). */
export const sectionOfField = (form: Form, name: string): Section | undefined =>
  form.sections.find(
    ({ fields, files, parts }) =>
      fields.some((field) => field.name === name) ||
      files.some(({ kind }) => kind === name) ||
      parts.some((part) => part === name),
  );

/**
 * The name of the field that a key of the server's `errors` speaks of, by the key's last segment
 * whatever its case: `SimCardNumber`, `formData.simCardNumber`, `$.formData.simCardNumber`.
 */
export const fieldForServerKey = (form: Form, key: string): string | undefined =>
  form.sections.flatMap(({ fields }) => fields).find(isNamed(key.slice(key.lastIndexOf('.') + 1)))
    ?.name;
