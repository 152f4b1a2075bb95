import type { FormKind } from '../../src/domain/forms/form.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import * as rules from './rules.ts';

/** One member of `formData`: its wire name, who must fill it in, and what it must look like. */
export interface FormField {
  readonly name: string;
  /** 'business' fields exist only for business customers. */
  readonly customers: 'all' | 'business';
  readonly required: 'always' | 'never' | 'for companies';
  readonly type: 'text' | 'business type';
  readonly rule: rules.Rule;
}

const text100 = rules.atMost(100);
const text30 = rules.atMost(30);

const must = (name: string, rule: rules.Rule = text100): FormField => ({
  name,
  customers: 'all',
  required: 'always',
  type: 'text',
  rule,
});
const may = (name: string, rule: rules.Rule = text100): FormField => ({
  ...must(name, rule),
  required: 'never',
});
const business = (field: FormField): FormField => ({ ...field, customers: 'business' });

const person = [
  must('title', rules.oneOf(builtInOptions.titles.map(({ value }) => value))),
  must('firstName'),
  must('surname'),
  must('idNumber', rules.identity),
  must('simCardNumber', rules.simCard),
];

/** Private company, public company, close corporation, non-profit: those that have a number. */
export const companyTypes: readonly number[] = [1, 2, 3, 4];
export const lastBusinessType = 10;

export const formFields: Record<FormKind, readonly FormField[]> = {
  registration: [
    ...person,
    may('cellphone', rules.phone),
    may('telephone', rules.phone),
    may('emailAddress', rules.email),
    must('streetName'),
    must('suburb'),
    must('city'),
    may('complexName'),
    may('unitNumber', text30),
    may('workStreetName'),
    may('workSuburb'),
    may('workCity'),
    may('workComplexName'),
    may('workUnitNumber', text30),
    business(must('businessName')),
    business({ ...must('businessType'), type: 'business type' }),
    business({ ...must('businessRegistrationNumber', text30), required: 'for companies' }),
    business(may('businessVatNumber', rules.vat)),
    business(must('businessAddress', rules.atMost(250))),
    business(must('natureOfBusiness')),
    business(must('keyContactName')),
    business(must('keyContactSurname')),
    business(must('keyContactDesignation')),
  ],
  replacement: [
    ...person,
    must('msisdn', rules.mobile),
    may('customerAccountNumber', text30),
    may('imsi', rules.imsi),
    may('deviceImei', rules.imei),
    business(must('businessName')),
    business(must('entityRegistrationNumber', text30)),
  ],
};
