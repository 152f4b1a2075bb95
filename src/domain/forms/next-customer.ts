import { allFields, type Form, fieldsOf, sectionsOf } from './form.ts';
import type { Values } from './values.ts';

/** The values for the same customer's next SIM: all except those that belong to one SIM. */
export const nextSimValues = (form: Form, values: Values): Values => {
  const ofOneSim = new Set(allFields(form).flatMap(({ name, perSim }) => (perSim ? [name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofOneSim.has(name)));
};

/**
 * The scanned texts with which the form for the next SIM begins. If the last SIM's number was scanned, its empty text asks for the
 * next scan.
 */
export const nextSimScans = (
  form: Form,
  scanned: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    allFields(form)
      .filter(({ name, unique }) => unique && scanned[name] !== undefined)
      .map(({ name }) => [name, '']),
  );

/** The section and the field at which a form for the next SIM opens: the first field that belongs to one SIM. */
export function nextSimStart(form: Form): Readonly<{ section: string; field: string }> {
  for (const { id, fields } of form.sections) {
    const field = fields.find(({ perSim }) => perSim);
    if (field !== undefined) return { section: id, field: field.name };
  }
  throw new Error('No field of this form belongs to one SIM.');
}

/** A suburb and its town, without a street. They do not identify a customer. */
export type Place = Readonly<{ suburb: string; city: string }>;

const MAX_PLACES = 5;

const textIn = (values: Values, name: string): string => String(values[name] ?? '').trim();

/** The places in a form that have both suburb and city. */
export const placesOf = (form: Form, values: Values): readonly Place[] =>
  sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .flatMap(({ name, townIn }) =>
      townIn === undefined ? [] : [{ suburb: textIn(values, name), city: textIn(values, townIn) }],
    )
    .filter(({ suburb, city }) => suburb !== '' && city !== '');

const keyOf = ({ suburb, city }: Place): string => `${suburb}\n${city}`.toLowerCase();

/** The newest place first. Each place is listed once, in its newest spelling. */
export function withPlaces(known: readonly Place[], added: readonly Place[]): readonly Place[] {
  const all = [...added, ...known];
  const firstOf = (place: Place): Place | undefined =>
    all.find((other) => keyOf(other) === keyOf(place));
  return all.filter((place) => firstOf(place) === place).slice(0, MAX_PLACES);
}
