import {
  type Capture,
  type Field,
  type FileKind,
  type Form,
  fieldsOf,
  filesOf,
  type Issue,
  labelOf,
  type RuleIssue,
  type Section,
  sectionsOf,
  type Values,
  valueOf as valueOfField,
} from './form.ts';
import { error, warning } from './issue.ts';
import { normalisedSimCardNumber } from './next-sim.ts';
import { stripUnreadable } from './strip.ts';

/** A field's text as its rule normalises it; '' where nothing was entered or it holds a boolean. */
export const normalisedText = (field: Field, values: Values): string => {
  const value = valueOfField(field, values);
  if (typeof value !== 'string') return '';
  // The backend refuses what is taken out here.
  const readable = stripUnreadable(value);
  return field.rule ? field.rule(values).normalise(readable) : readable;
};

/** What is wrong with one field, after normalising. An optional field that is empty is never wrong. */
export const checkField = (field: Field, values: Values): readonly RuleIssue[] => {
  const text = normalisedText(field, values);
  if (text !== '') return field.rule?.(values).check(text) ?? [];
  if (!field.required(values)) return [];
  const mend = field.control === 'select' ? 'Choose one from the list.' : 'Fill it in.';
  return [error('required', `${labelOf(field, values)} is missing. ${mend}`)];
};

const isError = ({ level }: RuleIssue): boolean => level === 'error';

/** Only a whole SIM card number is looked for: halves of two numbers are often alike. */
const checkDuplicate = (capture: Capture, findings: readonly RuleIssue[]): readonly Issue[] => {
  const otherId = capture.simCardNumbersElsewhere?.get(
    normalisedSimCardNumber(capture.values) ?? '',
  );
  if (otherId === undefined || findings.some(isError)) return [];
  const text =
    'Another submission on this device has this SIM card number. Check that this is the right SIM card.';
  return [{ ...warning('duplicate-sim', text), at: 'simCardNumber', otherId }];
};

const checkFieldIn = (field: Field, capture: Capture): readonly Issue[] => {
  const findings = checkField(field, capture.values);
  const problems: Issue[] = findings.map((finding) => ({ ...finding, at: field.name }));
  if (field.name === 'simCardNumber') problems.push(...checkDuplicate(capture, findings));
  return problems;
};

const checkFiles = ({ kind, label, required, max }: FileKind, count: number): Issue[] => {
  if (required && count === 0)
    return [
      { ...error('required', `${label} is missing. Take a photo or choose a file.`), at: kind },
    ];
  if (count > max)
    return [
      {
        ...error(
          'too-many',
          `${label}: there are ${count} files, and at most ${max} can be sent. Remove some.`,
        ),
        at: kind,
      },
    ];
  return [];
};

const checkPart = (part: Section['parts'][number], capture: Capture): Issue[] => {
  const missing = (isThere: boolean, text: string): Issue[] =>
    isThere ? [] : [{ ...error('required', text), at: part }];
  switch (part) {
    case 'location':
      return missing(
        capture.hasLocation || capture.withoutLocation,
        "The location is missing. Press 'Get location'.",
      );
    case 'consent':
      return missing(
        capture.consent,
        'The customer must agree to the terms and conditions. Tick the box when they do.',
      );
    case 'signature':
      return missing(
        capture.hasSignature,
        'The signature is missing. Ask the customer to sign in the box.',
      );
  }
};

/** Everything wrong in one section, in the order in which the section shows its parts. */
export const checkSection = (section: Section, capture: Capture): readonly Issue[] => [
  ...fieldsOf(section, capture.values).flatMap((field) => checkFieldIn(field, capture)),
  ...filesOf(section, capture.values).flatMap((file) =>
    checkFiles(file, capture.fileCounts[file.kind] ?? 0),
  ),
  ...section.parts.flatMap((part) => checkPart(part, capture)),
];

export const checkAll = (
  form: Form,
  capture: Capture,
): readonly Readonly<{ section: Section; problems: readonly Issue[] }>[] =>
  sectionsOf(form, capture.values).map((section) => ({
    section,
    problems: checkSection(section, capture),
  }));

/** How many things still stand in the way of Submit: errors, not warnings. */
export const missingCount = (form: Form, capture: Capture): number =>
  checkAll(form, capture).flatMap(({ problems }) => problems.filter(isError)).length;
