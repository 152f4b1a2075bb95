import { hasSaId, identityKinds } from './customer.ts';
import { documentsOf } from './document-kinds.ts';
import { never, numberField, selectField, text100 } from './field-kinds.ts';
import type { Field, Section } from './form.ts';
import type { FormKind } from './form-kinds.ts';
import { allParts } from './form-parts.ts';
import { passportNumber, saIdNumber } from './identity-rules.ts';
import { commonTitles, customerTypeOptions, identityKindOptions } from './options.ts';
import { iccid } from './sim-rules.ts';
import { isWitnessed } from './witness.ts';

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
      labelFor: (values) => (hasSaId(values) ? undefined : 'passportNumber'),
      keyboardFor: (values) =>
        hasSaId(values) ? { inputMode: 'numeric' } : { inputMode: 'text', capitals: 'characters' },
    }),
    rule: (values) => (hasSaId(values) ? saIdNumber : passportNumber),
    // A passport number may be typed with spaces, as some are printed; on the wire identifiers have none.
    wire: 'unspaced',
  },
] as const satisfies readonly Field[];

export const simCardNumber = (more: Pick<Field, 'labelFor'> = {}) =>
  numberField('simCardNumber', iccid, {
    inputMode: 'numeric',
    digits: [19, 20],
    search: 'digits',
    perSim: true,
    unique: true,
    ...more,
  });

/** The section of a form's documents. */
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
        within: 'signature',
      },
      {
        ...text100('witnessName', { applies: isWitnessed, perSim: true, within: 'signature' }),
        wire: 'local',
      },
    ],
    files: [],
    parts: allParts,
  },
  { id: 'review', fields: [], files: [], parts: [] },
] as const satisfies readonly Section[];
