import { identityKinds } from '../../src/domain/forms/customer.ts';
import type { Field, Option } from '../../src/domain/forms/form.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../src/domain/forms/form-of.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import { sentFields } from '../../src/domain/forms/wire-body.ts';

/**
 * A form's `formData` as the app's own rules see the values of a form. Answers of the person that the wire does not carry
 * are assumed to be those that allow most:
 * - which kind of identity document it is: 'passport or permit' takes a South African ID number, too, by its own rules;
 * - that there is a work address.
 */
export const valuesOf = (data: Readonly<Record<string, unknown>>, isBusiness: boolean): Values => ({
  ...Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  ),
  ...assumedAnswers,
  isBusinessCustomer: isBusiness,
});

const assumedAnswers: Values = { identityKind: identityKinds.passport, hasWorkAddress: true };

/** What `formData` may hold for this customer: the app's own tables, without what is never sent in it. */
export const wireFields = (kind: FormKind, values: Values): readonly Field[] =>
  sentFields(formOf(kind), values);

/**
 * Whether the field must be filled in. Looser than the app where a field is only asked for after an answer that is not
 * sent: half a work address is better than a registration that stays on a phone.
 */
export const isRequired = (field: Field, values: Values): boolean =>
  field.required(values) && (field.applies?.({ ...values, hasWorkAddress: false }) ?? true);

/**
 * The choices of a field; null where it is none. Stricter than the app, which takes what any backend's lists hold: ours
 * hands out these and no others.
 */
export const choicesOf = ({ options }: Field): readonly Option[] | null =>
  typeof options === 'string' ? builtInOptions[options] : null;
