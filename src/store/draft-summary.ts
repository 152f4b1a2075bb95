import type { Capture } from '../domain/forms/capture.ts';
import { missingCount, normalisedText, uniqueText } from '../domain/forms/check.ts';
import { customerName, isBusiness } from '../domain/forms/customer.ts';
import { allFields, type Field, type Form } from '../domain/forms/form.ts';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { saPhone } from '../domain/forms/phone-rules.ts';
import type { Values } from '../domain/forms/values.ts';
import type { DraftContent } from './draft-content.ts';
import type { DraftParts } from './draft-parts.ts';
import type { SubmissionRow } from './format/submission-row.ts';

/** What the lists show of a draft, as columns of its row. */
export type Summary = Pick<
  SubmissionRow,
  'customerName' | 'isBusiness' | 'terms' | 'simCardNumber' | 'missing' | 'section'
>;

type Known = Pick<DraftParts, 'fileCounts' | 'hasSignature'>;

export const captureOf = (content: DraftContent, parts: Known): Capture => ({
  values: content.values,
  fileCounts: parts.fileCounts,
  location: content.location,
  withoutLocation: content.withoutLocation,
  consent: content.consent,
  hasSignature: parts.hasSignature,
});

export const missingIn = (kind: FormKind, content: DraftContent, parts: Known): number =>
  missingCount(formOf(kind), captureOf(content, parts));

export const summaryOf = (kind: FormKind, content: DraftContent, missing: number): Summary => ({
  customerName: customerName(content.values),
  isBusiness: isBusiness(content.values),
  terms: termsOf(formOf(kind), content.values),
  simCardNumber: uniqueText(formOf(kind), content.values),
  missing,
  section: content.section,
});

const text = (field: Field, values: Values): string =>
  String(values[field.name] ?? '')
    .trim()
    .toLowerCase();

/** What the search finds a field by, as the field's column says. */
const spellings: Readonly<
  Record<NonNullable<Field['search']>, (field: Field, values: Values) => readonly string[]>
> = {
  words: (field, values) => text(field, values).split(/\s+/),
  phone: (field, values) => phoneSpellings(text(field, values)),
  digits: (field, values) => {
    const number = normalisedText(field, values);
    return [number, number.slice(-4)];
  },
};

/** Words that the outbox's search looks for by their beginnings: names first, as ever. */
function termsOf(form: Form, values: Values): readonly string[] {
  const fields = allFields(form);
  const terms = Object.entries(spellings).flatMap(([search, spelt]) =>
    fields.filter((field) => field.search === search).flatMap((field) => spelt(field, values)),
  );
  return [...new Set(terms.filter((term) => term !== ''))];
}

/** As the network writes it and as people here do: +27821234567, 27821234567, 0821234567. */
function phoneSpellings(typed: string): readonly string[] {
  const number = saPhone.normalise(typed);
  const local = /^\+27(\d{9})$/.exec(number)?.[1];
  return local === undefined ? [number] : [number, `27${local}`, `0${local}`];
}
