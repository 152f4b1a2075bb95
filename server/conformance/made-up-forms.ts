import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../src/domain/forms/form-of.ts';
import { luhn } from '../../src/domain/forms/luhn.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import { type WireBody, wireBody } from '../../src/domain/forms/wire-body.ts';

/** Nobody: whoever looks into the backend must see at once that a run made it. */
const person = (run: string): Values => ({
  title: builtInOptions.titles[2]?.value ?? '',
  firstName: 'Conformance',
  surname: run,
  idNumber: '8001015009087',
});

const address: Values = { streetName: 'Made-up Street', suburb: 'Nowhere', city: 'Nowhere' };

const company: Values = {
  isBusinessCustomer: true,
  businessName: 'Conformance',
  businessType: '1',
  businessRegistrationNumber: '2015/123456/07',
  businessAddress: '1 Made-up Street\nNowhere',
  natureOfBusiness: 'Made up',
  keyContactName: 'Conformance',
  keyContactSurname: 'Contact',
  keyContactDesignation: 'Director',
};

/** Filled in where the person likes to. */
const optional: Values = {
  cellphone: '0820000000',
  emailAddress: 'conformance@example.com',
  unitNumber: '1',
};

/** Its check digit is wrong. */
export const wrongIdentity = { idNumber: '8001015009088' } as const;

const here = { latitude: -31.58, longitude: 28.79 };

/** A number of the form's own: backends may want each SIM card once. */
function simCard(formId: string): Values {
  const digits = [...formId.replace(/[^\da-f]/gi, '')].map(
    (each) => Number.parseInt(each, 16) % 10,
  );
  const start = `8927${'0'.repeat(4)}${digits.slice(0, 10).join('').padStart(10, '0')}`;
  const last = [...'0123456789'].find((digit) => luhn(start + digit));
  return { simCardNumber: start + last };
}

export type FormVariant =
  | 'individual'
  | 'bare'
  | 'business'
  | 'replacement'
  | 'corrected'
  | 'wrong';

const variants: Readonly<Record<FormVariant, Values>> = {
  individual: { ...address, ...optional },
  bare: address,
  business: { ...address, ...company },
  replacement: { msisdn: '0820000000' },
  corrected: { ...address, ...optional, streetName: 'Corrected Street' },
  wrong: { ...address, ...wrongIdentity },
};

export const kindOf = (variant: FormVariant): FormKind =>
  variant === 'replacement' ? 'replacement' : 'registration';

/** The body as the app makes it. `bare`: without location and without what may be left out. */
export const madeUpBody = (variant: FormVariant, run: string, formId: string): WireBody =>
  wireBody(
    formOf(kindOf(variant)),
    { ...person(run), ...simCard(formId), ...variants[variant] },
    variant === 'bare' ? null : here,
    formId,
  );
