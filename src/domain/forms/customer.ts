import type { Value, Values } from './form.ts';

export const isBusiness = ({ isBusinessCustomer }: Values): boolean => isBusinessCustomer === true;

const trimmed = (value: Value | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

/** A business's own name where it has one, else first name and surname; '' where there is none. */
export const customerName = (values: Values): string => {
  const { businessName, firstName, surname } = values;
  const person = `${trimmed(firstName)} ${trimmed(surname)}`.trim();
  return (isBusiness(values) && trimmed(businessName)) || person;
};

/** 'Thandi Nkosi' → 'Thandi N.': enough for an agent to tell receipts apart, too little to find the person by. */
export const maskedName = (values: Values): string =>
  customerName(values).replace(/(\s\S)\S*/gu, '$1.');
