import { defineTexts, type Notes } from './text.ts';

/** The labels, hints and choices of fields, files and parts. The keys are the names in the tables of `domain/forms`. */
export const fields = {
  label: {
    isBusinessCustomer: 'Customer type',
    title: 'Title',
    firstName: 'First name',
    surname: 'Surname',
    identityKind: 'Identity document type',
    idNumber: 'ID number',
    passportNumber: 'Passport or permit number',
    cellphone: 'Cellphone',
    telephone: 'Telephone',
    emailAddress: 'Email address',
    businessName: 'Business name',
    businessType: 'Type of business',
    businessRegistrationNumber: 'Business registration number',
    businessVatNumber: 'VAT number',
    businessAddress: 'Business address',
    natureOfBusiness: 'Nature of business',
    keyContactName: 'Key contact first name',
    keyContactSurname: 'Key contact surname',
    keyContactDesignation: 'Key contact designation',
    entityRegistrationNumber: 'Entity registration number',
    customerAccountNumber: 'Customer account number',
    msisdn: 'Cellphone number to keep',
    simCardNumber: 'SIM card number',
    newSimCardNumber: 'New SIM card number',
    imsi: 'IMSI',
    deviceImei: 'Device IMEI',
    unitNumber: 'Unit number',
    complexName: 'Complex name',
    streetName: 'Street or place',
    suburb: 'Suburb or village',
    city: 'City or town',
    hasWorkAddress: 'Add a work address',
    workUnitNumber: 'Work unit number',
    workComplexName: 'Work complex name',
    workStreetName: 'Work street or place',
    workSuburb: 'Work suburb or village',
    workCity: 'Work city or town',
    cannotSign: 'The customer cannot sign',
    witnessName: 'Full name of the witness',
    signedByName: 'Sign by name, without a pen',
    isIdBook: 'Green book or temporary ID: one page',
  },
  add: { contact: 'Add a telephone or email', unit: 'Add a unit or complex' },
  hint: {
    streetName: 'No street name? Write what is near, like a school or shop.',
    simCardNumber: 'The long number beside the barcode on the pack. It begins with 89.',
    deviceImei: 'Dial *#06# on the phone to see it.',
    witnessName: 'Another person here, not you.',
    policeDocument: 'Needed if the SIM was lost or stolen.',
  },
  option: {
    individual: 'Individual',
    business: 'Business',
    saId: 'South African ID',
    passport: 'Passport or permit',
  },
  document: {
    idDocument: 'ID document',
    companyRegistrationDocument: 'Company registration document',
    policeDocument: 'Police affidavit',
  },
  part: { location: 'Location', consent: 'Consent', signature: 'Signature' },
  fact: {
    location: 'Location',
    consent: 'Agrees to the terms',
    signature: 'Signature',
  },
} as const;

export const fieldsNotes = {
  label: 'The names of the fields, without a full stop.',
  add: 'Buttons that show two more fields.',
  fact: 'What the review calls the answer.',
  option: 'Choices of Customer type and of Identity document type.',
} satisfies Notes<typeof fields>;

export const fieldsText = defineTexts(fields);

/** The sections of the forms by id, for headings, steps and lists of drafts. */
export const sections = {
  customer: 'Customer',
  business: 'Business',
  sim: 'SIM card',
  address: 'Address',
  documents: 'Documents',
  sign: 'Sign',
  review: 'Review',
} as const;

export const sectionsText = defineTexts(sections);
