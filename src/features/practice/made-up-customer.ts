import { commonTitles } from '../../domain/forms/options.ts';
import type { Values } from '../../domain/forms/values.ts';
import { practiceText } from '../../messages/practice.ts';

/**
 * Nobody, with correct check digits: born on the first day of a century as the first of that day, with a telephone and a SIM
 * card of zeros.
 */
export function madeUpCustomer(): Values {
  const { firstName, surname, street, suburb, city } = practiceText().customer;
  return {
    title: commonTitles[2],
    firstName,
    surname,
    idNumber: '0001010000089',
    cellphone: '0820000000',
    emailAddress: 'practice@example.com',
    simCardNumber: '8927000000000000006',
    streetName: street,
    suburb,
    city,
  };
}
