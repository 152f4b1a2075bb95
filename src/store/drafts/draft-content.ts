import { missingCount, normalisedText, uniqueText } from '../../domain/forms/check.ts';
import { customerName, isBusiness } from '../../domain/forms/customer.ts';
import { allFields, type Field, type Form } from '../../domain/forms/form.ts';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { saPhone } from '../../domain/forms/rules.ts';
import type { Capture, Values } from '../../domain/forms/values.ts';
import type { DraftRow } from '../format/rows.ts';
import type { SubmissionRow } from '../format/submission-row.ts';
import type { DraftParts } from './draft-context.ts';

/** The part of a draft that the form's screen writes. Strokes and files are written separately. */
export type DraftContent = Pick<
  DraftRow,
  | 'values'
  | 'scanned'
  | 'passedWarnings'
  | 'section'
  | 'field'
  | 'location'
  | 'withoutLocation'
  | 'consent'
  | 'serverMessage'
>;

export const firstSectionOf = (kind: FormKind): string => formOf(kind).sections[0]?.id ?? '';

/** A new form, with the known values of the customer if there are any. */
export const newContent = (kind: FormKind, values: Values = {}): DraftContent => ({
  values,
  scanned: {},
  passedWarnings: [],
  section: firstSectionOf(kind),
  field: null,
  location: null,
  withoutLocation: false,
  consent: false,
  serverMessage: null,
});

export const contentOf = ({
  values,
  scanned = {},
  passedWarnings,
  section,
  field,
  location,
  withoutLocation,
  consent,
  serverMessage,
}: DraftContent): DraftContent => ({
  values,
  scanned,
  passedWarnings,
  section,
  field,
  location,
  withoutLocation,
  consent,
  serverMessage,
});

/** The columns of a draft that lists show. */
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

/** For each kind of `search`: the terms by which the outbox's search finds the field. */
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

/** The terms for the outbox's search, which finds the beginning of a term. Names come first. */
function termsOf(form: Form, values: Values): readonly string[] {
  const fields = allFields(form);
  const terms = Object.entries(spellings).flatMap(([search, spelt]) =>
    fields.filter((field) => field.search === search).flatMap((field) => spelt(field, values)),
  );
  return [...new Set(terms.filter((term) => term !== ''))];
}

/** The international and the local spellings: +27821234567, 27821234567, 0821234567. */
function phoneSpellings(typed: string): readonly string[] {
  const number = saPhone.normalise(typed);
  const local = /^\+27(\d{9})$/.exec(number)?.[1];
  return local === undefined ? [number] : [number, `27${local}`, `0${local}`];
}
