import { type FileKind, inSlots, MAX_FILES_OF_A_KIND } from './document-kinds.ts';
import {
  allFields,
  type Field,
  type Form,
  type FormPart,
  type FormPartRow,
  fieldsWithin,
  filesOf,
  formParts,
  type Issue,
  type Section,
  sectionsOf,
  valueOfField,
} from './form.ts';
import { error, type IssueCode, type RuleIssue, warning } from './issue.ts';
import { doubtAbout } from './sent-files.ts';
import { type Capture, stripUnreadable, type Values } from './values.ts';

/** The field's text, normalised by its rule. Returns '' if the field is empty or has a boolean. */
export const normalisedText = (field: Field, values: Values): string => {
  const value = valueOfField(field, values);
  if (typeof value !== 'string') return '';
  // Removes characters that the backend refuses.
  const readable = stripUnreadable(value);
  return field.rule ? field.rule(values).normalise(readable) : readable;
};

/** The issues of one field, after normalising. An empty optional field has none. */
export const checkField = (field: Field, values: Values): readonly RuleIssue[] => {
  const text = normalisedText(field, values);
  if (text !== '') return field.rule?.(values).check(text) ?? [];
  if (!field.required(values)) return [];
  return [error(field.control === 'select' ? 'required-choice' : 'required')];
};

const isError = ({ level }: RuleIssue): boolean => level === 'error';

/** The normalised text of the field that should be unique on this device. Returns '' if the field is empty. */
export const uniqueText = (form: Form, values: Values): string => {
  const field = allFields(form).find(({ unique }) => unique);
  return field === undefined ? '' : normalisedText(field, values);
};

/** Looks for a duplicate only if the SIM card number has no error: incomplete numbers are often equal. */
const checkDuplicate = (
  field: Field,
  capture: Capture,
  findings: readonly RuleIssue[],
): readonly Issue[] => {
  const otherId = capture.simCardNumbersElsewhere?.get(normalisedText(field, capture.values));
  if (otherId === undefined || findings.some(isError)) return [];
  return [{ ...warning('duplicate-sim'), at: field.name, otherId }];
};

const checkFieldIn = (field: Field, capture: Capture): readonly Issue[] => {
  const findings = checkField(field, capture.values);
  const problems: Issue[] = findings.map((finding) => ({ ...finding, at: field.name }));
  if (field.unique) problems.push(...checkDuplicate(field, capture, findings));
  return problems;
};

const checkFieldsWithin = (
  section: Section,
  capture: Capture,
  within: Field['within'],
): readonly Issue[] =>
  fieldsWithin(section, capture.values, within).flatMap((field) => checkFieldIn(field, capture));

/** A card's front without its back, or the reverse. */
export type MissingPage = Extract<IssueCode, 'missing-front' | 'missing-back'>;

export const isMissingPage = (code: Issue['code']): code is MissingPage =>
  code === 'missing-back' || code === 'missing-front';

/** Null if the form has both pages of a card, or none. A PDF may contain both pages. Other documents have no back. */
export function missingPage(
  { kind, pages }: FileKind,
  { files = [], values }: Pick<Capture, 'files' | 'values'>,
): MissingPage | null {
  const asked = pages?.(values) ?? [];
  const slots = inSlots(files.filter((file) => file.kind === kind));
  const [front, back] = [slots[asked.indexOf('front')], slots[asked.indexOf('back')]];
  const isPdf = (front ?? back)?.type === 'application/pdf';
  if (!asked.includes('back') || isPdf || !front === !back) return null;
  return front ? 'missing-back' : 'missing-front';
}

const checkFiles = (fileKind: FileKind, capture: Capture): readonly Issue[] => {
  const { kind, required } = fileKind;
  const count = capture.fileCounts[kind] ?? 0;

  if (required && count === 0) return [{ ...error('required-file'), at: kind }];
  const max = MAX_FILES_OF_A_KIND;
  if (count > max) return [{ ...error('too-many', { count, max }), at: kind }];
  const doubtful = (capture.files ?? []).filter(
    (file) => file.kind === kind && doubtAbout(file) !== null && !file.isRetaken,
  );
  const missing = missingPage(fileKind, capture);
  return [
    ...(missing === null ? [] : [{ ...warning(missing), at: kind }]),
    ...doubtful.map(({ id }) => ({ ...warning('bad-photo'), at: kind, fileId: id })),
  ];
};

const checkPart = (part: FormPart, capture: Capture): readonly Issue[] => {
  const row: FormPartRow = formParts[part];
  if (!row.isThere(capture))
    return [{ ...error(row.missing?.(capture) ?? `required-${part}`), at: part }];
  const doubt = row.doubt?.(capture) ?? null;
  return doubt === null ? [] : [{ ...doubt, at: part }];
};

/** The issues of one section, in the order in which it shows its fields and parts. */
export const checkSection = (section: Section, capture: Capture): readonly Issue[] => [
  ...checkFieldsWithin(section, capture, undefined),
  ...filesOf(section, capture.values).flatMap((file) => [
    ...checkFiles(file, capture),
    ...checkFieldsWithin(section, capture, file.kind),
  ]),
  ...section.parts.flatMap((part) => [
    ...checkFieldsWithin(section, capture, part),
    ...checkPart(part, capture),
  ]),
];

export const checkAll = (
  form: Form,
  capture: Capture,
): readonly Readonly<{ section: Section; problems: readonly Issue[] }>[] =>
  sectionsOf(form, capture.values).map((section) => ({
    section,
    problems: checkSection(section, capture),
  }));

/** The number of errors that prevent Submit; warnings don't count. */
export const missingCount = (form: Form, capture: Capture): number =>
  checkAll(form, capture).flatMap(({ problems }) => problems.filter(isError)).length;
