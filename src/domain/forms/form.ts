export type FormKind = 'registration' | 'replacement';

export type Value = string | boolean;

/**
 * What the person typed, raw, by field name. Absent: untouched, so the field's default applies.
 * `isBusinessCustomer` and `hasWorkAddress` are booleans; `identityKind` is 'South African ID' or
 * 'Passport or permit'; everything else is a string.
 */
export type Values = Readonly<Record<string, Value>>;

export type Option = Readonly<{ value: string; label: string }>;

export type OptionLists = Readonly<{
  titles: readonly Option[];
  businessTypes: readonly Option[];
}>;

/** An error blocks 'Next'; a warning can be passed. `text` says what is wrong and how to mend it. */
export type RuleIssue = Readonly<{ level: 'error' | 'warning'; code: string; text: string }>;

/** `check` takes what `normalise` returned; neither throws, whatever the string. `longest`: of a plain text, in characters. */
export type Rule = Readonly<{
  maxLength?: number;
  normalise: (raw: string) => string;
  check: (normalised: string) => readonly RuleIssue[];
}>;

export type Field = Readonly<{
  name: string;
  label: string;
  /** The label for these values, where it differs from `label`. */
  labelWhen?: (values: Values) => string | undefined;
  hint?: string;
  control: 'text' | 'radio' | 'select' | 'checkbox' | 'textarea';
  /** A list's name: `OptionLists`. Of a field that holds a boolean the values are 'false', 'true'. */
  options?: readonly Option[] | 'titles' | 'businessTypes';
  defaultValue?: Value;
  /** Asked of the person, never sent. */
  local?: true;
  applies?: (values: Values) => boolean;
  required: (values: Values) => boolean;
  rule?: (values: Values) => Rule;
  inputMode?: 'numeric' | 'tel' | 'email' | 'text';
  maxLength?: number;
}>;

export type FileKind = Readonly<{
  kind: 'idDocument' | 'companyRegistrationDocument' | 'policeDocument';
  label: string;
  hint?: string;
  call: 'SaveIdDocument' | 'SaveCompanyRegistrationDocument' | 'SavePoliceDocument';
  required: boolean;
  applies?: (values: Values) => boolean;
  max: 10;
}>;

export type Section = Readonly<{
  id: 'customer' | 'business' | 'sim' | 'address' | 'documents' | 'sign' | 'review';
  title: string;
  applies?: (values: Values) => boolean;
  fields: readonly Field[];
  files: readonly FileKind[];
  parts: readonly ('location' | 'consent' | 'signature')[];
}>;

export type Form = Readonly<{ kind: FormKind; title: string; sections: readonly Section[] }>;

/**
 * Everything of a draft that a check looks at. `fileCounts` by `FileKind.kind`.
 * `simCardNumbersElsewhere`: normalised SIM card number → id, of the other submissions on this
 * device.
 */
export type Capture = Readonly<{
  values: Values;
  fileCounts: Readonly<Record<string, number>>;
  hasLocation: boolean;
  withoutLocation: boolean;
  consent: boolean;
  hasSignature: boolean;
  simCardNumbersElsewhere?: ReadonlyMap<string, string>;
}>;

/**
 * `at`: a field's name, a file kind, or 'location' | 'consent' | 'signature'.
 * `otherId`: with code 'duplicate-sim', the submission that holds the same SIM card number.
 */
export type Issue = RuleIssue & Readonly<{ at: string; otherId?: string }>;

/** What the field holds: what was typed, else its default; '' where it has none. */
// biome-ignore lint/suspicious/noShadowRestrictedNames: it is the value of a field, as labelOf is its label
export const valueOf = (field: Field, values: Values): Value =>
  values[field.name] ?? field.defaultValue ?? '';

export const labelOf = (field: Field, values: Values): string =>
  field.labelWhen?.(values) ?? field.label;

const appliesTo =
  (values: Values) =>
  (part: Readonly<{ applies?: (values: Values) => boolean }>): boolean =>
    part.applies?.(values) ?? true;

/** The sections this customer meets, in order. */
export const sectionsOf = (form: Form, values: Values): readonly Section[] =>
  form.sections.filter(appliesTo(values));

export const fieldsOf = (section: Section, values: Values): readonly Field[] =>
  section.fields.filter(appliesTo(values));

export const filesOf = (section: Section, values: Values): readonly FileKind[] =>
  section.files.filter(appliesTo(values));
