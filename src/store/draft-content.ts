import type { FormKind } from '../domain/forms/form-kinds.ts';
import { formOf } from '../domain/forms/form-of.ts';
import type { Values } from '../domain/forms/values.ts';
import type { DraftRow } from './rows.ts';

/** What the form itself writes of a draft; strokes and files have writers of their own. */
export type DraftContent = Pick<
  DraftRow,
  | 'values'
  | 'passedWarnings'
  | 'section'
  | 'field'
  | 'location'
  | 'withoutLocation'
  | 'consent'
  | 'serverMessage'
>;

export const firstSectionOf = (kind: FormKind): string => formOf(kind).sections[0]?.id ?? '';

/** A form that nobody has touched, or one that begins with what is known of the customer. */
export const newContent = (kind: FormKind, values: Values = {}): DraftContent => ({
  values,
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
  passedWarnings,
  section,
  field,
  location,
  withoutLocation,
  consent,
  serverMessage,
}: DraftContent): DraftContent => ({
  values,
  passedWarnings,
  section,
  field,
  location,
  withoutLocation,
  consent,
  serverMessage,
});
