import { describe, expect, test } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { type FormDataByKind, wireBody } from '../../../src/domain/forms/wire-body.ts';
import { business, individual } from './builders.ts';

const formId = '5f0c2f9e-8f5c-4e5e-9f43-0c2f1d3b7a10';
const here = { latitude: -33.9, longitude: 18.4 };

const person = {
  title: 'Ms',
  firstName: 'Thandi',
  surname: 'Nkosi',
  idNumber: '8506154800088',
  simCardNumber: '8927010000001234560',
};

const registration = {
  ...person,
  cellphone: '+27821234567',
  telephone: '+27212345678',
  emailAddress: 'thandi@example.co.za',
  streetName: 'Next to Ndlovu Store',
  suburb: 'Ga-Mothapo',
  city: 'Polokwane',
};

const replacement = {
  ...person,
  customerAccountNumber: 'A-100',
  msisdn: '27821234567',
  imsi: '655010123456789',
  deviceImei: '352099001761481',
};

describe('the body on the wire', () => {
  test('registration of an individual', () => {
    expect(wireBody(formOf('registration'), individual.registration, here, formId)).toEqual({
      formId,
      formData: registration,
      ...here,
      isBusinessCustomer: false,
    });
  });

  test('registration of a business', () => {
    expect(wireBody(formOf('registration'), business.registration, null, formId)).toEqual({
      formId,
      formData: {
        ...registration,
        idNumber: 'A12345678',
        businessName: 'Veld Traders',
        businessType: 1,
        businessRegistrationNumber: '2015/123456/07',
        businessVatNumber: '4220119988',
        businessAddress: '1 Main Road\nPolokwane',
        natureOfBusiness: 'Trading',
        keyContactName: 'Sipho',
        keyContactSurname: 'Dube',
        keyContactDesignation: 'Manager',
        workStreetName: 'Main Road',
        workSuburb: 'Central',
        workCity: 'Polokwane',
      },
      latitude: null,
      longitude: null,
      isBusinessCustomer: true,
    });
  });

  test('replacement for an individual', () => {
    expect(wireBody(formOf('replacement'), individual.replacement, null, formId)).toEqual({
      formId,
      formData: replacement,
      latitude: null,
      longitude: null,
      isBusinessCustomer: false,
    });
  });

  test('replacement for a business', () => {
    expect(wireBody(formOf('replacement'), business.replacement, here, formId)).toEqual({
      formId,
      formData: {
        ...replacement,
        businessName: 'Veld Traders',
        entityRegistrationNumber: 'IT1234/2014(G)',
      },
      ...here,
      isBusinessCustomer: true,
    });
  });

  test('equal values give the same bytes as in every earlier version', () => {
    const { formData } = wireBody(formOf('registration'), business.registration, null, formId);
    expect(JSON.stringify(formData)).toBe(
      '{"title":"Ms","firstName":"Thandi","surname":"Nkosi","idNumber":"A12345678","cellphone":"+27821234567",' +
        '"telephone":"+27212345678","emailAddress":"thandi@example.co.za","businessName":"Veld Traders",' +
        '"businessRegistrationNumber":"2015/123456/07","businessVatNumber":"4220119988",' +
        '"businessAddress":"1 Main Road\\nPolokwane","natureOfBusiness":"Trading","keyContactName":"Sipho",' +
        '"keyContactSurname":"Dube","keyContactDesignation":"Manager","simCardNumber":"8927010000001234560",' +
        '"streetName":"Next to Ndlovu Store","suburb":"Ga-Mothapo","city":"Polokwane",' +
        '"workStreetName":"Main Road","workSuburb":"Central","workCity":"Polokwane","businessType":1}',
    );
  });

  test('leaves out empty and blank values, and fields that do not apply', () => {
    const values = {
      ...business.registration,
      isBusinessCustomer: false,
      hasWorkAddress: false,
      identityKind: 'South African ID',
      idNumber: '8506154800088',
      telephone: ' ',
      emailAddress: '',
    };
    const { telephone: _, emailAddress: __, ...rest } = registration;
    expect(wireBody(formOf('registration'), values, here, formId).formData).toEqual(rest);
  });

  test('business type 0 is sent', () => {
    const values = { ...business.registration, businessType: '0' };
    const { formData } = wireBody(formOf('registration'), values, here, formId);
    expect(formData).toMatchObject({ businessType: 0 });
  });

  test('characters that cannot be shown are removed, letters of any script are not', () => {
    const values = {
      ...individual.registration,
      surname: 'van\u0000 der\u0007 Merwe\ud83d',
      city: 'नि\u200dशा 𠮷 Ngqeleni',
      emailAddress: 'thandi\u0001@example.co.za',
    };
    expect(wireBody(formOf('registration'), values, here, formId).formData).toMatchObject({
      surname: 'van der Merwe',
      city: 'नि\u200dशा 𠮷 Ngqeleni',
      emailAddress: 'thandi@example.co.za',
    });
  });
});

describe('the type of the wire body', () => {
  test('has exactly the fields of the tables, with numbers as numbers', () => {
    const known: FormDataByKind = {
      registration: { businessType: 1, city: 'Pinetown' },
      replacement: {},
    };
    // @ts-expect-error: a field of the other form.
    const foreign: FormDataByKind = { ...known, registration: { msisdn: '27821234567' } };
    // @ts-expect-error: its column says that it is a number.
    const text: FormDataByKind = { ...known, registration: { businessType: '1' } };
    // @ts-expect-error: asked of the person, never sent.
    const local: FormDataByKind = { ...known, registration: { identityKind: 'South African ID' } };
    // @ts-expect-error: it stands beside the form's data.
    const beside: FormDataByKind = { ...known, replacement: { isBusinessCustomer: true } };
    expect([known, foreign, text, local, beside]).toHaveLength(5);
  });
});
