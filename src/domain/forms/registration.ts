import { companyRegistrationNumber, vatNumber } from './business-rules.ts';
import { isBusiness } from './customer.ts';
import {
  customerFields,
  documentsSection,
  lastSections,
  simCardNumber,
} from './customer-fields.ts';
import {
  linesOf250,
  never,
  numberField,
  selectField,
  text30,
  text100,
  textField,
} from './field-kinds.ts';
import type { Form } from './form.ts';
import { saPhone } from './phone-rules.ts';
import { businessType, email, textRule } from './text-rules.ts';
import type { Values } from './values.ts';

/** Private and public companies, close corporations and non-profits, which the CIPC registers. */
const isRegistered = ({ businessType: type }: Values): boolean =>
  ['1', '2', '3', '4'].includes(String(type));

const anyNumber = textRule(30);

const atWork = ({ hasWorkAddress }: Values): boolean => hasWorkAddress === true;

export const registration = {
  kind: 'registration',
  title: 'Register a SIM',
  sections: [
    {
      id: 'customer',
      title: 'Customer',
      fields: [
        ...customerFields,
        numberField('cellphone', 'Cellphone', saPhone, {
          required: never,
          inputMode: 'tel',
          search: 'phone',
        }),
        numberField('telephone', 'Telephone', saPhone, {
          required: never,
          inputMode: 'tel',
          search: 'phone',
        }),
        textField('emailAddress', 'Email address', () => email, 500, {
          required: never,
          inputMode: 'email',
          capitals: 'off',
        }),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'business',
      title: 'Business',
      applies: isBusiness,
      fields: [
        text100('businessName', 'Business name', { search: 'words' }),
        {
          ...selectField('businessType', 'Type of business', 'businessTypes'),
          rule: () => businessType,
          wire: 'number',
        },
        textField(
          'businessRegistrationNumber',
          'Business registration number',
          (values) => (isRegistered(values) ? companyRegistrationNumber : anyNumber),
          100,
          { required: isRegistered },
        ),
        numberField('businessVatNumber', 'VAT number', vatNumber, {
          required: never,
          inputMode: 'numeric',
        }),
        linesOf250('businessAddress', 'Business address'),
        text100('natureOfBusiness', 'Nature of business'),
        text100('keyContactName', 'Key contact first name'),
        text100('keyContactSurname', 'Key contact surname'),
        text100('keyContactDesignation', 'Key contact designation'),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'sim',
      title: 'SIM card',
      fields: [simCardNumber('SIM card number')],
      files: [],
      parts: [],
    },
    {
      id: 'address',
      title: 'Address',
      fields: [
        text30('unitNumber', 'Unit number', { required: never }),
        text100('complexName', 'Complex name', { required: never }),
        text100('streetName', 'Street or place', {
          hint: 'No street name? Describe the place, for example the nearest school or shop.',
        }),
        text100('suburb', 'Suburb or village'),
        text100('city', 'City or town'),
        {
          name: 'hasWorkAddress',
          wire: 'local',
          label: 'Add a work address',
          control: 'checkbox',
          defaultValue: false,
          required: never,
        },
        text30('workUnitNumber', 'Work unit number', { applies: atWork, required: never }),
        text100('workComplexName', 'Work complex name', { applies: atWork, required: never }),
        text100('workStreetName', 'Work street or place', { applies: atWork }),
        text100('workSuburb', 'Work suburb or village', { applies: atWork }),
        text100('workCity', 'Work city or town', { applies: atWork }),
      ],
      files: [],
      parts: [],
    },
    documentsSection('registration'),
    ...lastSections,
  ],
} as const satisfies Form;
