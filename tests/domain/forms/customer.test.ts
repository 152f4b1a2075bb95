import { describe, expect, test } from 'vitest';
import { uniqueText } from '../../../src/domain/forms/check.ts';
import { customerName, receiptName } from '../../../src/domain/forms/customer.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { nextSimValues } from '../../../src/domain/forms/next-customer.ts';
import { business, individual } from './builders.ts';

describe("the customer's name", () => {
  test('is the first name and surname of an individual', () => {
    expect(customerName({})).toBe('');
    expect(customerName({ surname: ' Nkosi ' })).toBe('Nkosi');
    expect(customerName(individual.registration)).toBe('Thandi Nkosi');
    expect(customerName({ ...business.registration, isBusinessCustomer: false })).toBe(
      'Thandi Nkosi',
    );
  });

  test('is the business’s name, or the person’s until that is entered', () => {
    expect(customerName(business.registration)).toBe('Veld Traders');
    expect(customerName({ ...business.registration, businessName: ' ' })).toBe('Thandi Nkosi');
  });

  test.each([
    ['', ''],
    ['Thandi Nkosi', 'T. N.'],
    ['Nkosi', 'N.'],
    ['E\u0301lise Ana O', 'É. O.'],
    ['Pieter van der Merwe', 'P. M.'],
    ['Molefe Thabo (Junior) Lekota', 'M. L.'],
    ['thandi (.)', 'T.'],
    // Names as older versions stored them.
    ['Thandi N.', 'T. N.'],
    ['Molefe T. (. L.', 'M. L.'],
    ['T. N.', 'T. N.'],
  ])('of a person is initials on a receipt: %s → %s', (name, kept) => {
    expect(receiptName(name, false)).toBe(kept);
  });

  test.each([
    ['Veld Traders', 'Ve…'],
    ['Biz5', 'Bi…'],
    ['M & C', 'MC…'],
    ['M &. C.', 'MC…'],
    ['X', 'X…'],
    ['Ve…', 'Ve…'],
    ['&', ''],
  ])('of a business is two letters on a receipt: %s → %s', (name, kept) => {
    expect(receiptName(name, true)).toBe(kept);
  });
});

describe('the next SIM of the same customer', () => {
  test('keeps all values except those of one SIM', () => {
    const { simCardNumber: _, ...kept } = business.registration;
    expect(nextSimValues(formOf('registration'), business.registration)).toEqual(kept);
    expect(nextSimValues(formOf('replacement'), individual.replacement)).toEqual({
      title: 'Ms',
      firstName: ' Thandi ',
      surname: 'Nkosi',
      idNumber: '850615 4800 08 8',
      customerAccountNumber: ' A-100 ',
    });
  });
});

describe('the SIM card number for the search', () => {
  test('is the number on the wire, or empty', () => {
    const form = formOf('registration');
    expect(uniqueText(form, individual.registration)).toBe('8927010000001234560');
    expect(uniqueText(form, {})).toBe('');
    expect(uniqueText(form, { simCardNumber: ' - ' })).toBe('');
    expect(uniqueText(form, { simCardNumber: true })).toBe('');
  });
});
