import { isBusiness } from './customer.ts';
import { customerFields, idDocument, lastSections } from './customer-fields.ts';
import { never, numberField, text30, text100 } from './field-kinds.ts';
import type { Form } from './form.ts';
import { saMobile } from './phone-rules.ts';
import { iccid, imei, imsi } from './sim-rules.ts';

export const replacement: Form = {
  kind: 'replacement',
  title: 'Replace a SIM',
  sections: [
    {
      id: 'customer',
      title: 'Customer',
      fields: [
        ...customerFields,
        text100('businessName', 'Business name', { applies: isBusiness }),
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
        numberField('msisdn', 'Cellphone number to keep', saMobile, { inputMode: 'tel' }),
        numberField('simCardNumber', 'New SIM card number', iccid, { inputMode: 'numeric' }),
        numberField('imsi', 'IMSI', imsi, { required: never, inputMode: 'numeric' }),
        numberField('deviceImei', 'Device IMEI', imei, {
          hint: 'Dial *#06# on the device to see it.',
          required: never,
          inputMode: 'numeric',
        }),
      ],
      files: [],
      parts: [],
    },
    {
      id: 'documents',
      title: 'Documents',
      fields: [],
      files: [
        idDocument,
        {
          kind: 'policeDocument',
          label: 'Police affidavit',
          hint: 'Needed when the SIM was lost or stolen.',
          call: 'SavePoliceDocument',
          required: false,
          max: 10,
        },
      ],
      parts: [],
    },
    ...lastSections,
  ],
};
