import { describe, expect, test } from 'vitest';
import {
  fieldsOf,
  filesOf,
  keyboardOf,
  sectionsOf,
  valueOfField,
} from '../../../src/domain/forms/form.ts';
import {
  fieldForServerKey,
  formOf,
  labelName,
  sectionOfField,
} from '../../../src/domain/forms/form-of.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { fieldsText, sectionsText } from '../../../src/messages/fields.ts';
import { allFields, business, fieldOf, kinds } from './builders.ts';

const { label, document: documents } = fieldsText();
const sections = sectionsText();

const shown = (kind: 'registration' | 'replacement', values: Values) =>
  sectionsOf(formOf(kind), values).map((section) => [
    sections[section.id],
    ...fieldsOf(section, values).map(
      (field) => `${label[labelName(field, values)]}${field.required(values) ? ' *' : ''}`,
    ),
    ...filesOf(section, values).map(
      ({ kind: document, required }) => `${documents[document]}${required ? ' *' : ''}`,
    ),
    ...section.parts,
  ]);

const sign = ['Sign', 'The customer cannot sign', 'location', 'consent', 'signature'];
/** The question about the pages of the identity document. The form asks it only for a South African ID. */
const idPages = 'Green book or temporary ID: one page';
const address = [
  'Address',
  'Street or place *',
  'Suburb or village *',
  'City or town *',
  'Unit number',
  'Complex name',
  'Add a work address',
];
const customer = [
  'Customer',
  'Customer type',
  'Title *',
  'First name *',
  'Surname *',
  'Identity document type',
  'ID number *',
];

describe('the fields of each form', () => {
  test('registration of an individual', () => {
    expect(shown('registration', {})).toEqual([
      [...customer, 'Cellphone', 'Telephone', 'Email address'],
      ['SIM card', 'SIM card number *'],
      address,
      ['Documents', idPages, 'ID document *'],
      sign,
      ['Review'],
    ]);
  });

  test('registration of a business with a passport and a work address', () => {
    expect(shown('registration', business.registration)).toEqual([
      [
        ...customer.slice(0, -1),
        'Passport or permit number *',
        'Cellphone',
        'Telephone',
        'Email address',
      ],
      [
        'Business',
        'Business name *',
        'Type of business *',
        'Business registration number *',
        'VAT number',
        'Business address *',
        'Nature of business *',
        'Key contact first name *',
        'Key contact surname *',
        'Key contact designation *',
      ],
      ['SIM card', 'SIM card number *'],
      [
        ...address,
        'Work street or place *',
        'Work suburb or village *',
        'Work city or town *',
        'Work unit number',
        'Work complex name',
      ],
      ['Documents', 'ID document *', 'Company registration document *'],
      sign,
      ['Review'],
    ]);
  });

  const simOfReplacement = [
    'SIM card',
    'Cellphone number to keep *',
    'New SIM card number *',
    'IMSI',
    'Device IMEI',
  ];

  test('replacement for an individual', () => {
    expect(shown('replacement', {})).toEqual([
      [...customer, 'Customer account number'],
      simOfReplacement,
      ['Documents', idPages, 'ID document *', 'Police affidavit'],
      sign,
      ['Review'],
    ]);
  });

  test('replacement for a business', () => {
    expect(shown('replacement', business.replacement)).toEqual([
      [...customer, 'Business name *', 'Entity registration number *', 'Customer account number'],
      simOfReplacement,
      ['Documents', idPages, 'ID document *', 'Police affidavit'],
      sign,
      ['Review'],
    ]);
  });
});

describe('the tables', () => {
  test.each(kinds)('%s: each name occurs once', (kind) => {
    const names = allFields(kind).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(kinds)('%s: each input has space for a longer pasted text', (kind) => {
    for (const { control, maxLength } of allFields(kind))
      if (control === 'text' || control === 'textarea')
        expect(maxLength).toBeGreaterThanOrEqual(64);
  });

  test('a SIM card number opens the number keyboard', () => {
    for (const kind of kinds) expect(fieldOf(kind, 'simCardNumber').inputMode).toBe('numeric');
    expect(fieldOf('replacement', 'msisdn').inputMode).toBe('tel');
  });

  test('a South African ID number opens the number keyboard, a passport number the letters', () => {
    for (const kind of kinds) {
      const keyboard = (identityKind: string) =>
        keyboardOf(fieldOf(kind, 'idNumber'), { identityKind });
      expect(keyboard('')).toMatchObject({ inputMode: 'numeric', capitals: 'off' });
      expect(keyboard('Passport or permit')).toMatchObject({
        inputMode: 'text',
        capitals: 'characters',
      });
    }
  });

  test('an untouched field has its default', () => {
    const held = (name: string, values: Values = {}) =>
      valueOfField(fieldOf('registration', name), values);
    expect(held('isBusinessCustomer')).toBe(false);
    expect(held('isBusinessCustomer', { isBusinessCustomer: true })).toBe(true);
    expect(held('identityKind')).toBe('South African ID');
    expect(held('hasWorkAddress')).toBe(false);
    expect(held('firstName')).toBe('');
    expect(held('firstName', { firstName: 'Thandi' })).toBe('Thandi');
  });

  test('every field, file kind and part can be found by its section', () => {
    const form = formOf('registration');
    expect(sectionOfField(form, 'workCity')?.id).toBe('address');
    expect(sectionOfField(form, 'companyRegistrationDocument')?.id).toBe('documents');
    expect(sectionOfField(form, 'signature')?.id).toBe('sign');
    expect(sectionOfField(form, 'msisdn')).toBeUndefined();
    expect(sectionOfField(formOf('replacement'), 'msisdn')?.id).toBe('sim');
  });

  test('the built-in options have each number from 0 to 10 once', () => {
    const numbers = builtInOptions.businessTypes.map(({ value }) => Number(value));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(builtInOptions.titles.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Prof', 'Rev', 'Chief']),
    );
  });
});

describe("a key of the server's errors", () => {
  test.each([
    ['SimCardNumber', 'simCardNumber'],
    ['simCardNumber', 'simCardNumber'],
    ['formData.simCardNumber', 'simCardNumber'],
    ['FormData.SimCardNumber', 'simCardNumber'],
    ['$.formData.simCardNumber', 'simCardNumber'],
    ['$.FormData.IDNUMBER', 'idNumber'],
    ['idNumber', 'idNumber'],
    ['WorkCity', 'workCity'],
    ['IsBusinessCustomer', 'isBusinessCustomer'],
  ])('%s finds %s', (key, name) => {
    expect(fieldForServerKey(formOf('registration'), key)).toBe(name);
  });

  test.each([
    '',
    '$',
    'formData',
    'formData.',
    'Files',
    'idDocument',
    'msisdn',
    'friends[0].gender',
    'constructor',
  ])('%j finds none', (key) => {
    expect(fieldForServerKey(formOf('registration'), key)).toBeUndefined();
  });

  test('is searched in its own form', () => {
    expect(fieldForServerKey(formOf('replacement'), 'FormData.Msisdn')).toBe('msisdn');
  });
});
