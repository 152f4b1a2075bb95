import { normalisedText } from './check.ts';
import { isBusiness } from './customer.ts';
import { type Field, type Form, fieldsOf, sectionsOf } from './form.ts';
import type { FormKind } from './form-kinds.ts';
import type { FormTables } from './form-of.ts';
import type { Values } from './values.ts';

/** The types of the values in `formData`, by the column `wire`. */
type WireValues = Readonly<{ text: string; unspaced: string; number: number }>;

type FieldOf<Table extends Form> = Table['sections'][number]['fields'][number];

/** The fields of `formData`, from a form's table. Fields that do not apply, and empty optional fields, are absent. */
type FieldsOnTheWire<Table extends Form> = {
  readonly [Each in FieldOf<Table> as Each['wire'] extends keyof WireValues
    ? Each['name']
    : never]?: WireValues[Each['wire'] & keyof WireValues];
};

/** The fields beside `formData`; their values are booleans. */
type Beside<Table extends Form> = {
  readonly [Each in FieldOf<Table> as Each['wire'] extends 'beside'
    ? Each['name']
    : never]: boolean;
};

export type FormDataByKind = {
  readonly [Kind in FormKind]: FieldsOnTheWire<FormTables[Kind]>;
};

/** The body of `RegisterSim` and `ReplaceSim`. `latitude` and `longitude`: degrees. Both are null if there is no location. */
export type WireBody = Readonly<{
  formId: string;
  formData: FormDataByKind[FormKind];
  latitude: number | null;
  longitude: number | null;
}> &
  Beside<FormTables[FormKind]>;

/** The fields that `formData` may have for this customer. */
export const sentFields = (form: Form, values: Values): readonly Field[] =>
  sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .filter(({ wire }) => wire !== 'local' && wire !== 'beside');

const onTheWire = (wire: Field['wire'], text: string): string | number => {
  if (wire === 'number') return Number(text);
  return wire === 'unspaced' ? text.replaceAll(' ', '') : text;
};

/** The `formData` for these values: the fields that apply, normalised, without empty ones. */
const formData = (form: Form, values: Values): WireBody['formData'] => {
  const entries = sentFields(form, values).flatMap((field) => {
    const text = normalisedText(field, values);
    return text === '' ? [] : [[field.name, onTheWire(field.wire, text)] as const];
  });
  const isNumber = ([, value]: (typeof entries)[number]) => typeof value === 'number';
  // Every version puts numbers last, so that equal values give equal bytes. Else a corrected submission would send its form again.
  // The type is right, because `onTheWire` converts each field by its column.
  return Object.fromEntries([
    ...entries.filter((entry) => !isNumber(entry)),
    ...entries.filter(isNumber),
  ]) as WireBody['formData'];
};

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
