import type { Field } from '../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Capture, Values } from '../../../src/domain/forms/values.ts';

export const kinds: readonly FormKind[] = ['registration', 'replacement'];

export const allFields = (kind: FormKind): readonly Field[] =>
  formOf(kind).sections.flatMap(({ fields }) => fields);

export const fieldOf = (kind: FormKind, name: string): Field => {
  const field = allFields(kind).find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name} in ${kind}`);
  return field;
};

const person: Values = {
  title: 'Ms',
  firstName: ' Thandi ',
  surname: 'Nkosi',
  idNumber: '850615 4800 08 8',
  simCardNumber: '8927 0100 0000 1234 560',
};

/** Complete values as a person might type them, each in need of normalising. */
export const individual: Readonly<Record<FormKind, Values>> = {
  registration: {
    ...person,
    cellphone: '082 123 4567',
    telephone: '+27 (0)21 234 5678',
    emailAddress: ' thandi@example.co.za ',
    streetName: 'Next to Ndlovu Store',
    suburb: 'Ga-Mothapo',
    city: 'Polokwane',
  },
  replacement: {
    ...person,
    customerAccountNumber: ' A-100 ',
    msisdn: '082 123 4567',
    imsi: '655 01 0123456789',
    deviceImei: '35-209900-176148-1',
  },
};

export const business: Readonly<Record<FormKind, Values>> = {
  registration: {
    ...individual.registration,
    isBusinessCustomer: true,
    identityKind: 'Passport or permit',
    idNumber: ' a12345678 ',
    businessName: 'Veld Traders',
    businessType: '1',
    businessRegistrationNumber: '201512345607',
    businessVatNumber: 'ZA 4220119988',
    businessAddress: '1 Main Road\nPolokwane',
    natureOfBusiness: 'Trading',
    keyContactName: 'Sipho',
    keyContactSurname: 'Dube',
    keyContactDesignation: 'Manager',
    hasWorkAddress: true,
    workStreetName: 'Main Road',
    workSuburb: 'Central',
    workCity: 'Polokwane',
  },
  replacement: {
    ...individual.replacement,
    isBusinessCustomer: true,
    businessName: 'Veld Traders',
    entityRegistrationNumber: 'IT1234/2014(G)',
  },
};

export const completeCapture = (values: Values, changes: Partial<Capture> = {}): Capture => ({
  values,
  fileCounts: { idDocument: 1, companyRegistrationDocument: 1 },
  location: { accuracy: 12 },
  withoutLocation: false,
  consent: true,
  hasSignature: true,
  ...changes,
});
