/** The sections of the forms, by their ids: as headings, in the way through a form, and in the lists of drafts. */
export const sections = {
  customer: 'Customer',
  business: 'Business',
  sim: 'SIM card',
  address: 'Address',
  documents: 'Documents',
  sign: 'Sign',
  review: 'Review',
} as const;
