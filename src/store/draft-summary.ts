import { missingCount } from '../domain/forms/check.ts';
import { customerName, isBusiness } from '../domain/forms/customer.ts';
import type { Capture, FormKind, Values } from '../domain/forms/form.ts';
import { formOf } from '../domain/forms/form-of.ts';
import { normalisedSimCardNumber } from '../domain/forms/next-sim.ts';
import { saPhone } from '../domain/forms/phone-rules.ts';
import type { Submission } from '../domain/submission-types.ts';
import type { DraftContent } from './draft-content.ts';
import type { DraftParts } from './draft-parts.ts';

/** What the lists show of a draft. */
export type Summary = Pick<
  Submission,
  'customerName' | 'isBusiness' | 'terms' | 'simCardNumber' | 'missing' | 'section'
>;

/** How old `changedAt` may be while somebody types: lists show minutes. Saves a write with each keystroke. */
const STALE_AFTER_MS = 60_000;

type Known = Pick<DraftParts, 'fileCounts' | 'hasSignature'>;

export const captureOf = (content: DraftContent, parts: Known): Capture => ({
  values: content.values,
  fileCounts: parts.fileCounts,
  hasLocation: content.location !== null,
  withoutLocation: content.withoutLocation,
  consent: content.consent,
  hasSignature: parts.hasSignature,
});

export const missingIn = (kind: FormKind, content: DraftContent, parts: Known): number =>
  missingCount(formOf(kind), captureOf(content, parts));

export const summaryOf = (content: DraftContent, missing: number): Summary => ({
  customerName: customerName(content.values),
  isBusiness: isBusiness(content.values),
  terms: termsOf(content.values),
  simCardNumber: normalisedSimCardNumber(content.values) ?? '',
  missing,
  section: content.section,
});

/** The row with its new summary; null where nothing changed that a list would show. */
export function summarised(row: Submission, summary: Summary, now: number): Submission | null {
  const next = { ...row, ...summary };
  const isRecent = Math.abs(now - row.changedAt) < STALE_AFTER_MS;
  return isRecent && JSON.stringify(next) === JSON.stringify(row)
    ? null
    : { ...next, changedAt: now };
}

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
};

/** Words that the outbox's search looks for by their beginnings. */
function termsOf(values: Values): readonly string[] {
  const names = ['firstName', 'surname', 'businessName'].flatMap((name) =>
    text(values, name).split(/\s+/),
  );
  const phones = ['cellphone', 'telephone', 'msisdn'].flatMap((name) =>
    phoneSpellings(text(values, name)),
  );
  const simCardNumber = normalisedSimCardNumber(values) ?? '';
  const terms = [...names, ...phones, simCardNumber, simCardNumber.slice(-4)];
  return [...new Set(terms.filter((term) => term !== ''))];
}

/** As the network writes it and as people here do: +27821234567, 27821234567, 0821234567. */
function phoneSpellings(typed: string): readonly string[] {
  const number = saPhone.normalise(typed);
  const local = /^\+27(\d{9})$/.exec(number)?.[1];
  return local === undefined ? [number] : [number, `27${local}`, `0${local}`];
}
