import { isBusiness } from './customer.ts';
import {
  customerFields,
  documentsSection,
  lastSections,
  never,
  numberField,
  simCardNumber,
  text30,
  text100,
} from './customer-fields.ts';
import type { Form } from './form.ts';
import { imei, imsi, saMobile } from './rules.ts';

export const replacement = {
  kind: 'replacement',
  sections: [
    {
      id: 'customer',
      fields: [
        ...customerFields,
        text100('businessName', { applies: isBusiness, search: 'words' }),
        text30('entityRegistrationNumber', { applies: isBusiness }),
        text30('customerAccountNumber', { required: never }),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'sim',
      fields: [
        numberField('msisdn', saMobile, {
          inputMode: 'tel',
          search: 'phone',
          perSim: true,
        }),
        simCardNumber({ labelFor: () => 'newSimCardNumber' }),
        numberField('imsi', imsi, { required: never, inputMode: 'numeric', perSim: true }),
        numberField('deviceImei', imei, {
          scan: 'imei',
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
