import { isBusiness } from './customer.ts';
import {
  customerFields,
  documentsSection,
  lastSections,
  linesOf250,
  never,
  numberField,
  selectField,
  simCardNumber,
  text30,
  text100,
  textField,
} from './customer-fields.ts';
import type { Form } from './form.ts';
import {
  businessType,
  companyRegistrationNumber,
  email,
  saPhone,
  textRule,
  vatNumber,
} from './rules.ts';
import type { Values } from './values.ts';

/** Private and public companies, close corporations and non-profits, which the CIPC registers. */
const isRegistered = ({ businessType: type }: Values): boolean =>
  ['1', '2', '3', '4'].includes(String(type));

const anyNumber = textRule(30);

const atWork = ({ hasWorkAddress }: Values): boolean => hasWorkAddress === true;

export const registration = {
  kind: 'registration',
  sections: [
    {
      id: 'customer',
      fields: [
        ...customerFields,
        numberField('cellphone', saPhone, {
          required: never,
          inputMode: 'tel',
          search: 'phone',
        }),
        numberField('telephone', saPhone, {
          required: never,
          group: 'contact',
          inputMode: 'tel',
          search: 'phone',
        }),
        textField('emailAddress', () => email, 500, {
          required: never,
          group: 'contact',
          inputMode: 'email',
          capitals: 'off',
        }),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'business',
      applies: isBusiness,
      fields: [
        text100('businessName', { search: 'words' }),
        {
          ...selectField('businessType', 'businessTypes'),
          rule: () => businessType,
          wire: 'number',
        },
        textField(
          'businessRegistrationNumber',
          (values) => (isRegistered(values) ? companyRegistrationNumber : anyNumber),
          100,
          { required: isRegistered },
        ),
        numberField('businessVatNumber', vatNumber, {
          required: never,
          inputMode: 'numeric',
        }),
        linesOf250('businessAddress'),
        text100('natureOfBusiness'),
        text100('keyContactName'),
        text100('keyContactSurname'),
        text100('keyContactDesignation'),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'sim',
      fields: [simCardNumber()],
      files: [],
      parts: [],
    },
    {
      id: 'address',
      fields: [
        text100('streetName', { placeAt: { suburb: 'suburb', city: 'city' } }),
        text100('suburb', { townIn: 'city' }),
        text100('city'),
        text30('unitNumber', { required: never, group: 'unit' }),
        text100('complexName', { required: never, group: 'unit' }),
        {
          name: 'hasWorkAddress',
          wire: 'local',
          control: 'checkbox',
          defaultValue: false,
          required: never,
        },
        text100('workStreetName', {
          applies: atWork,
          placeAt: { suburb: 'workSuburb', city: 'workCity' },
        }),
        text100('workSuburb', { applies: atWork, townIn: 'workCity' }),
        text100('workCity', { applies: atWork }),
        text30('workUnitNumber', { applies: atWork, required: never }),
        text100('workComplexName', { applies: atWork, required: never }),
      ],
      files: [],
      parts: [],
    },
    documentsSection('registration'),
    ...lastSections,
  ],
} as const satisfies Form;
