import { isBusiness } from './customer.ts';
import {
  customerFields,
  documentsSection,
  lastSections,
  simCardNumber,
} from './customer-fields.ts';
import { never, numberField, text30, text100 } from './field-kinds.ts';
import type { Form } from './form.ts';
import { saMobile } from './phone-rules.ts';
import { imei, imsi } from './sim-rules.ts';

export const replacement = {
  kind: 'replacement',
  title: 'Replace a SIM',
  sections: [
    {
      id: 'customer',
      title: 'Customer',
      fields: [
        ...customerFields,
        text100('businessName', 'Business name', { applies: isBusiness, search: 'words' }),
        text30('entityRegistrationNumber', 'Entity registration number', { applies: isBusiness }),
        text30('customerAccountNumber', 'Customer account number', { required: never }),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'sim',
      title: 'SIM card',
      fields: [
        numberField('msisdn', 'Cellphone number to keep', saMobile, {
          inputMode: 'tel',
          search: 'phone',
          perSim: true,
        }),
        simCardNumber('New SIM card number'),
        numberField('imsi', 'IMSI', imsi, { required: never, inputMode: 'numeric', perSim: true }),
        numberField('deviceImei', 'Device IMEI', imei, {
          hint: 'Dial *#06# on the device to see it.',
          required: never,
          inputMode: 'numeric',
          perSim: true,
        }),
      ],
      files: [],
      parts: [],
    },
    documentsSection('replacement'),
    ...lastSections,
  ],
} as const satisfies Form;
