import type { Reading } from '../scan.ts';
import { hasSaId, identityKinds } from './customer.ts';
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

/** A street without its house number, and its place. `place`: null if it is not known. */
export type Street = Readonly<{ street: string; place: Place | null }>;

/** The values that the next form suggests. Both lists begin with the newest. */
export type Suggestions = Readonly<{ places: readonly Place[]; streets: readonly Street[] }>;

const MAX_SUGGESTIONS = 5;

const textIn = (values: Values, name: string): string => String(values[name] ?? '').trim();

/** The number at a street's beginning, with the spaces after it: '12 Main Road' has '12 '. */
const HOUSE_NUMBER = /^(?:no\.?\s*)?\d+\s?[a-z]?(?:\s*[/-]\s*\d+)?(?:,\s*|\s+)/i;

/** Splits a street into its house number and the rest. The rest does not identify a household. */
export function splitStreet(text: string): Readonly<{ number: string; street: string }> {
  const number = HOUSE_NUMBER.exec(text)?.[0] ?? '';
  return { number, street: text.slice(number.length) };
}

/** The suggestions that a form adds: places with suburb and city, and streets without a house number. */
export function suggestionsOf(form: Form, values: Values): Suggestions {
  const fields = sectionsOf(form, values).flatMap((section) => fieldsOf(section, values));
  const placeIn = (suburbIn: string, townIn: string): Place | null => {
    const place = { suburb: textIn(values, suburbIn), city: textIn(values, townIn) };
    return place.suburb !== '' && place.city !== '' ? place : null;
  };
  const places = fields.flatMap(({ name, townIn }) =>
    townIn === undefined ? [] : (placeIn(name, townIn) ?? []),
  );
  const streets = fields
    .flatMap(({ name, placeAt }) =>
      placeAt === undefined
        ? []
        : [
            {
              street: splitStreet(textIn(values, name)).street,
              place: placeIn(placeAt.suburb, placeAt.city),
            },
          ],
    )
    // A farm or plot may have only a number, and that one would identify a household.
    .filter(({ street }) => /\p{L}{3}/u.test(street));
  return { places, streets };
}

/** The newest entry first. Each entry is listed once, in its newest spelling. */
function newest<T>(all: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const firstOf = (entry: T): T | undefined =>
    all.find((other) => keyOf(other).toLowerCase() === keyOf(entry).toLowerCase());
  return all.filter((entry) => firstOf(entry) === entry).slice(0, MAX_SUGGESTIONS);
}

const keyOfPlace = ({ suburb, city }: Place): string => `${suburb}\n${city}`;

/** A street whose place is not known is left out if the same street is there with its place. */
export function withSuggestions(known: Suggestions, added: Suggestions): Suggestions {
  const streets = [...added.streets, ...known.streets];
  const isPlaced = (name: string): boolean =>
    streets.some(({ street, place }) => place && street.toLowerCase() === name.toLowerCase());
  return {
    places: newest([...added.places, ...known.places], keyOfPlace),
    streets: newest(
      streets.filter(({ street, place }) => place || !isPlaced(street)),
      ({ street, place }) => `${street}\n${place && keyOfPlace(place)}`,
    ),
  };
}

/** The fields that a scan fills, with their texts. */
export function scannedTexts(reading: Reading): Readonly<Record<string, string>> {
  switch (reading.status) {
    case 'sims':
      return { simCardNumber: reading.numbers[0] ?? '' };
    case 'imei':
      return { deviceImei: reading.number };
    case 'identity': {
      const { firstName, lastName, number } = reading;
      return {
        ...(firstName === null ? {} : { firstName }),
        ...(lastName === null ? {} : { surname: lastName }),
        idNumber: number,
      };
    }
    case 'refused':
      return {};
  }
}

/** The choice that a scan makes. A smart ID card is a South African ID, but a typed number stays of its kind. */
export const scannedChoice = (reading: Reading, values: Values): Values =>
  reading.status === 'identity' &&
  reading.isCard &&
  textIn(values, 'idNumber') === '' &&
  !hasSaId(values)
    ? { identityKind: identityKinds.saId }
    : {};
