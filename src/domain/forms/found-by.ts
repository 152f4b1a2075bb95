/** By what the operator's side finds a form: which of its fields say it. The reference is made of the form's id. */
export const foundBy = {
  reference: [],
  sim: ['simCardNumber'],
  /** Any number of the customer's. */
  phone: ['cellphone', 'telephone', 'msisdn'],
  identity: ['idNumber'],
  surname: ['surname'],
  business: ['businessName'],
} as const;

export type SearchKind = keyof typeof foundBy;

export const searchKinds = Object.keys(foundBy) as readonly SearchKind[];
