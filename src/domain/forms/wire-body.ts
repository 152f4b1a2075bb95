import { normalisedText } from './check.ts';
import { isBusiness } from './customer.ts';
import { type Field, type Form, fieldsOf, sectionsOf } from './form.ts';
import type { FormKind } from './form-kinds.ts';
import type { FormTables } from './form-of.ts';
import type { Values } from './values.ts';

/** The types of what stands in `formData`, by the column `wire`. */
type WireValues = Readonly<{ text: string; unspaced: string; number: number }>;

type FieldOf<Table extends Form> = Table['sections'][number]['fields'][number];

/** What follows from a form's table. A field is left out where it does not apply to this customer, or is optional and empty. */
type FieldsOnTheWire<Table extends Form> = {
  readonly [Each in FieldOf<Table> as Each['wire'] extends keyof WireValues
    ? Each['name']
    : never]?: WireValues[Each['wire'] & keyof WireValues];
};

/** The fields that stand beside `formData`: each holds a boolean. */
type Beside<Table extends Form> = {
  readonly [Each in FieldOf<Table> as Each['wire'] extends 'beside'
    ? Each['name']
    : never]: boolean;
};

/** `formData` of each kind of form. */
export type FormDataByKind = {
  readonly [Kind in FormKind]: FieldsOnTheWire<FormTables[Kind]>;
};

/** The body of `RegisterSim` and `ReplaceSim`. Degrees; both null where there is no location. */
export type WireBody = Readonly<{
  formId: string;
  formData: FormDataByKind[FormKind];
  latitude: number | null;
  longitude: number | null;
}> &
  Beside<FormTables[FormKind]>;

/** The fields of this customer that `formData` may hold. */
export const sentFields = (form: Form, values: Values): readonly Field[] =>
  sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .filter(({ wire }) => wire !== 'local' && wire !== 'beside');

const onTheWire = (wire: Field['wire'], text: string): string | number => {
  if (wire === 'number') return Number(text);
  return wire === 'unspaced' ? text.replaceAll(' ', '') : text;
};

/** What of the values the wire carries: the fields that apply, normalised, and nothing empty. */
const formData = (form: Form, values: Values): WireBody['formData'] => {
  const entries = sentFields(form, values).flatMap((field) => {
    const text = normalisedText(field, values);
    return text === '' ? [] : [[field.name, onTheWire(field.wire, text)] as const];
  });
  const isNumber = ([, value]: (typeof entries)[number]) => typeof value === 'number';
  // Numbers last, as ever: the same values must make the same bytes in every version, or a corrected submission would send
  // its form once more. Of each name the type says what `onTheWire` makes of its column.
  return Object.fromEntries([
    ...entries.filter((entry) => !isNumber(entry)),
    ...entries.filter(isNumber),
  ]) as WireBody['formData'];
};

/** The body for values that passed their checks: fit to be frozen, the same on every try. */
export const wireBody = (
  form: Form,
  values: Values,
  location: Readonly<{ latitude: number; longitude: number }> | null,
  formId: string,
): WireBody => ({
  formId,
  formData: formData(form, values),
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  isBusinessCustomer: isBusiness(values),
});
