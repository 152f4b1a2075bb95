import { hasSaId, identityKinds, isWitnessed } from './customer.ts';
import { documentsOf } from './document-kinds.ts';
import { allParts, type Field, type Rule, type Section } from './form.ts';
import type { FormKind } from './form-kinds.ts';
import { commonTitles, customerTypeOptions, identityKindOptions } from './options.ts';
import { iccid, passportNumber, saIdNumber, textRule } from './rules.ts';
import type { Values } from './values.ts';

const always = (): boolean => true;
export const never = (): boolean => false;

/** The properties of a field, apart from its name, wire name and rule. */
type More = Partial<Omit<Field, 'name' | 'wire' | 'rule' | 'maxLength'>>;

type TextField<Name extends string> = Field<Name, 'text'>;

type Make = <const Name extends string>(name: Name, more?: More) => TextField<Name>;

/** A text field. Required unless `more` says otherwise. */
export const textField = <const Name extends string>(
  name: Name,
  rule: (values: Values) => Rule,
  maxLength: number,
  more: More = {},
): TextField<Name> => ({
  name,
  wire: 'text',
  control: 'text',
  capitals: 'words',
  required: always,
  rule,
  maxLength,
  ...more,
});

// The input accepts more characters than the rule. If the input cut off a pasted text, the person would not see the error.
const textOf = (longest: number, room: number): Make => {
  const rule = textRule(longest);
  return (name, more) => textField(name, () => rule, room, more);
};

export const text30 = textOf(30, 100);
export const text100 = textOf(100, 300);
const text250 = textOf(250, 1000);

export const linesOf250: Make = (name, more) =>
  text250(name, { control: 'textarea', capitals: 'sentences', ...more });

/** A number in a fixed format. The input has room for spaces, hyphens and a number that was pasted twice. */
export const numberField = <const Name extends string>(
  name: Name,
  rule: Rule,
  more?: More,
): TextField<Name> => textField(name, () => rule, 64, { capitals: 'off', ...more });

const chosen = textRule(100);

/** A choice from one of the lists that the server sends. */
export const selectField = <const Name extends string>(
  name: Name,
  options: 'titles' | 'businessTypes',
  more?: More,
): TextField<Name> => ({
  name,
  wire: 'text',
  control: 'select',
  options,
  required: always,
  rule: () => chosen,
  ...more,
});

/** The fields about the customer with which both forms begin. */
export const customerFields = [
  {
    name: 'isBusinessCustomer',
    wire: 'beside',
    control: 'radio',
    options: customerTypeOptions,
    defaultValue: false,
    required: never,
  },
  selectField('title', 'titles', { quick: commonTitles }),
  text100('firstName', { search: 'words' }),
  text100('surname', { search: 'words' }),
  {
    name: 'identityKind',
    wire: 'local',
    control: 'radio',
    options: identityKindOptions,
    defaultValue: identityKinds.saId,
    required: never,
  },
  {
    ...numberField('idNumber', saIdNumber, {
      scan: 'identity',
      labelFor: (values) => (hasSaId(values) ? undefined : 'passportNumber'),
      keyboardFor: (values) =>
        hasSaId(values) ? { inputMode: 'numeric' } : { inputMode: 'text', capitals: 'characters' },
    }),
    rule: (values) => (hasSaId(values) ? saIdNumber : passportNumber),
    // A person may type a passport number with spaces. On the wire it has none.
    wire: 'unspaced',
  },
] as const satisfies readonly Field[];

export const simCardNumber = (more: Pick<Field, 'labelFor'> = {}) =>
  numberField('simCardNumber', iccid, {
    inputMode: 'numeric',
    digits: 19,
    scan: 'sim',
    search: 'digits',
    perSim: true,
    unique: true,
    ...more,
  });

export const documentsSection = (form: FormKind) =>
  ({
    id: 'documents',
    fields: [
      {
        name: 'isIdBook',
        wire: 'local',
        control: 'checkbox',
        defaultValue: false,
        applies: hasSaId,
        required: never,
        within: 'idDocument',
      },
    ],
    files: documentsOf(form),
    parts: [],
  }) as const satisfies Section;

/** The two sections that both forms end with. */
export const lastSections = [
  {
    id: 'sign',
    fields: [
      {
        name: 'cannotSign',
        wire: 'local',
        control: 'checkbox',
        defaultValue: false,
        required: never,
        perSim: true,
        byPart: true,
        within: 'signature',
      },
      {
        ...text100('witnessName', { applies: isWitnessed, perSim: true, within: 'signature' }),
        wire: 'local',
      },
      {
        name: 'signedByName',
        wire: 'local',
        control: 'checkbox',
        defaultValue: false,
        applies: isWitnessed,
        required: never,
        perSim: true,
        byPart: true,
        within: 'signature',
      },
    ],
    files: [],
    parts: allParts,
  },
  { id: 'review', fields: [], files: [], parts: [] },
] as const satisfies readonly Section[];
