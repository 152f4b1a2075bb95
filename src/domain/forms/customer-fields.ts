import { never, selectField, text100, textField } from './field-kinds.ts';
import type { Field, FileKind, Section } from './form.ts';
import { passportNumber, saIdNumber } from './identity-rules.ts';
import { customerTypeOptions, identityKindOptions, identityKinds } from './options.ts';

/** Who the customer is: the part that both forms begin with. */
export const customerFields: readonly Field[] = [
  {
    name: 'isBusinessCustomer',
    label: 'Customer type',
    control: 'radio',
    options: customerTypeOptions,
    defaultValue: false,
    required: never,
  },
  selectField('title', 'Title', 'titles'),
  text100('firstName', 'First name'),
  text100('surname', 'Surname'),
  {
    name: 'identityKind',
    label: 'Identity document type',
    control: 'radio',
    options: identityKindOptions,
    defaultValue: identityKinds.saId,
    local: true,
    required: never,
  },
  textField(
    'idNumber',
    'ID number',
    ({ identityKind }) => (identityKind === identityKinds.passport ? passportNumber : saIdNumber),
    64,
    {
      labelWhen: ({ identityKind }) =>
        identityKind === identityKinds.passport ? 'Passport or permit number' : undefined,
    },
  ),
];

export const idDocument: FileKind = {
  kind: 'idDocument',
  label: 'ID document',
  call: 'SaveIdDocument',
  required: true,
  max: 10,
};

/** The two sections that both forms end with. */
export const lastSections: readonly Section[] = [
  {
    id: 'sign',
    title: 'Sign',
    fields: [],
    files: [],
    parts: ['location', 'consent', 'signature'],
  },
  { id: 'review', title: 'Review', fields: [], files: [], parts: [] },
];
