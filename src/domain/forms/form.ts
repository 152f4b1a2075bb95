import { isSignedByName, isWitnessed } from './customer.ts';
import type { DocumentKind, FileKind } from './document-kinds.ts';
import type { FormKind } from './form-kinds.ts';
import { type IssueCode, type RuleIssue, warning } from './issue.ts';
import type { Capture, Value, Values } from './values.ts';

/** A less accurate position may be in the next village. */
const POOR_ABOVE_METRES = 100;

export type FormPartRow = Readonly<{
  isThere: (capture: Capture) => boolean;
  /** The issue of an absent part. If this is left out, the issue is `required-<part>`. */
  missing?: (capture: Capture) => IssueCode & `required-${string}`;
  /** A warning about a part that is there. */
  doubt?: (capture: Capture) => RuleIssue | null;
}>;

/** The parts of a form that are neither fields nor documents, in the order in which the form shows them. */
export const formParts = {
  location: {
    isThere: ({ location, withoutLocation }) => location !== null || withoutLocation,
    doubt: ({ location }) =>
      location !== null && location.accuracy > POOR_ABOVE_METRES
        ? warning('location-accuracy', { metres: Math.round(location.accuracy) })
        : null,
  },
  consent: {
    isThere: ({ consent }) => consent,
  },
  signature: {
    isThere: ({ hasSignature, values }) => hasSignature || isSignedByName(values),
    missing: ({ values }) => (isWitnessed(values) ? 'required-witness' : 'required-signature'),
  },
} as const satisfies Readonly<Record<string, FormPartRow>>;

export type FormPart = keyof typeof formParts;

export const allParts = Object.keys(formParts) as readonly FormPart[];

/** An option of a list that the server sends, with the server's label. */
export type Option = Readonly<{ value: string; label: string }>;

/** An option that the form's table defines. The label is the text with this name. */
export type OwnOption = Readonly<{
  value: string;
  name: 'individual' | 'business' | 'saId' | 'passport';
}>;

export type OptionLists = Readonly<{
  titles: readonly Option[];
  businessTypes: readonly Option[];
}>;

/** `check` gets the result of `normalise`. Neither throws. `maxLength`: the limit of a plain text, in characters. */
export type Rule = Readonly<{
  maxLength?: number;
  normalise: (raw: string) => string;
  check: (normalised: string) => readonly RuleIssue[];
}>;

/**
 * How a field is sent. `text`: the normalised text. `unspaced`: the normalised text without spaces. `number`: a number. `beside`: a
 * boolean beside `formData`. `local`: not sent.
 */
export type WireForm = 'text' | 'unspaced' | 'number' | 'beside' | 'local';

/** Labels that are not the name of a field. */
export type OtherLabel = 'passportNumber' | 'newSimCardNumber';

/** The phone's keyboard and its automatic capitals. */
export type Keyboard = Readonly<{
  inputMode?: 'numeric' | 'tel' | 'email' | 'text';
  capitals?: 'off' | 'words' | 'sentences' | 'characters';
}>;

/** Optional fields that the screen adds together. */
export type FieldGroup = 'contact' | 'unit';

/** One row of a form's table. `name` and `wire` are type parameters, so the type of the request body follows from the table. */
export type Field<Name extends string = string, Wire extends WireForm = WireForm> = Keyboard &
  Readonly<{
    name: Name;
    wire: Wire;
    /** The label for these values, if the field's own label does not fit. */
    labelFor?: (values: Values) => OtherLabel | undefined;
    control: 'text' | 'radio' | 'select' | 'checkbox' | 'textarea';
    /** The options, or the name of a list in `OptionLists`. For a boolean field the values are 'false' and 'true'. */
    options?: readonly OwnOption[] | 'titles' | 'businessTypes';
    /** The most common options. The screen shows them as buttons beside the list. */
    quick?: readonly string[];
    defaultValue?: Value;
    applies?: (values: Values) => boolean;
    required: (values: Values) => boolean;
    rule?: (values: Values) => Rule;
    /** Another keyboard for these values. */
    keyboardFor?: (values: Values) => Keyboard;
    maxLength?: number;
    /** How the outbox's search finds the value: each word, each spelling of a phone number, or all digits and the last four. */
    search?: 'words' | 'phone' | 'digits';
    /** The usual number of digits. The screen groups the digits by four and shows their count. */
    digits?: number;
    /** The name of the field with this suburb's town. A place that this phone knows fills in both fields. */
    townIn?: string;
    /**
     * A street, with the names of its suburb's and its town's fields. The phone suggests the last streets without their house numbers,
     * each with its place.
     */
    placeAt?: Readonly<{ suburb: string; city: string }>;
    /** The field can be filled by a scan. `identity`: the scan also fills the names. */
    scan?: 'sim' | 'imei' | 'identity';
    /** The field belongs to one SIM. A form for the customer's next SIM starts without its value. */
    perSim?: true;
    /** The form shows a warning if another form on this device has the same value. */
    unique?: true;
    /** The part shows this field in its own way. */
    byPart?: true;
    /** Optional fields of one group are shown after a press, or if one of them has an answer or an error. */
    group?: FieldGroup;
    /** The field is shown inside this document kind or part. Absent: inside none. */
    within?: DocumentKind | FormPart;
  }>;

export type Section = Readonly<{
  id: 'customer' | 'business' | 'sim' | 'address' | 'documents' | 'sign' | 'review';
  applies?: (values: Values) => boolean;
  fields: readonly Field[];
  files: readonly FileKind[];
  parts: readonly FormPart[];
}>;

export type Form = Readonly<{ kind: FormKind; sections: readonly Section[] }>;

/**
 * `at`: a field's name, a file kind, or a form part.
 * `otherId`: for code 'duplicate-sim', the submission with the same SIM card number.
 * `fileId`: for code 'bad-photo', the photo.
 */
export type Issue = RuleIssue & Readonly<{ at: string; otherId?: string; fileId?: string }>;

export const valueOfField = (field: Field, values: Values): Value =>
  values[field.name] ?? field.defaultValue ?? '';

export const keyboardOf = (field: Field, values: Values): Keyboard => ({
  ...field,
  ...field.keyboardFor?.(values),
});

const appliesTo =
  (values: Values) =>
  (part: Readonly<{ applies?: (values: Values) => boolean }>): boolean =>
    part.applies?.(values) ?? true;

/** All fields of the table, for any customer. */
export const allFields = (form: Form): readonly Field[] =>
  form.sections.flatMap(({ fields }) => fields);

/** The sections that apply to this customer, in order. */
export const sectionsOf = (form: Form, values: Values): readonly Section[] =>
  form.sections.filter(appliesTo(values));

export const fieldsOf = (section: Section, values: Values): readonly Field[] =>
  section.fields.filter(appliesTo(values));

/** The fields inside a document kind or a part. If `within` is undefined, the fields outside both. */
export const fieldsWithin = (
  section: Section,
  values: Values,
  within: Field['within'],
): readonly Field[] => fieldsOf(section, values).filter((field) => field.within === within);

export const filesOf = (section: Section, values: Values): readonly FileKind[] =>
  section.files.filter(appliesTo(values));
