import { stripUnreadable, type Value, type Values } from './values.ts';

/** The stored values in drafts. The screens show other texts. */
export const identityKinds = {
  saId: 'South African ID',
  passport: 'Passport or permit',
} as const;

export const isBusiness = ({ isBusinessCustomer }: Values): boolean => isBusinessCustomer === true;

export const hasSaId = ({ identityKind }: Values): boolean =>
  identityKind !== identityKinds.passport;

const trimmed = (value: Value | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

/** The business's name if there is one, else first name and surname. Returns '' if there is neither. */
export const customerName = (values: Values): string => {
  const { businessName, firstName, surname } = values;
  const person = `${trimmed(firstName)} ${trimmed(surname)}`.trim();
  return (isBusiness(values) && trimmed(businessName)) || person;
};

/** The customer's own telephone number as typed. Returns '' if there is none. */
export const customerPhone = ({ cellphone }: Values): string => trimmed(cellphone);

const lettersOf = (text: string): readonly string[] =>
  text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];

/**
 * The name on a receipt: 'Thandi Nkosi' → 'T. N.', a business 'Veld Traders' → 'Ve…'. An agent can tell receipts apart, but nobody
 * can identify the customer. Returns '' if the name has no letter and no digit.
 */
export function receiptName(name: string, isBusinessName: boolean): string {
  if (isBusinessName) {
    const start = lettersOf(name).slice(0, 2).join('');
    return start === '' ? '' : `${start}…`;
  }
  const initials = name.split(/\s+/u).flatMap((word) => lettersOf(word).slice(0, 1));
  const ends = initials.length > 1 ? [initials[0], initials.at(-1)] : initials;
  return ends.map((initial) => `${initial?.toUpperCase()}.`).join(' ');
}

/** True if the customer cannot sign, so a witness signs instead. */
export const isWitnessed = ({ cannotSign }: Values): boolean => cannotSign === true;

/** True if the witness signs by typing their name, without drawing. */
export const isSignedByName = (values: Values): boolean =>
  isWitnessed(values) && values['signedByName'] === true;

/** The name of the witness who signs. Returns null if the customer signs. */
export const witnessOf = (values: Values): string | null =>
  isWitnessed(values) ? stripUnreadable(String(values['witnessName'] ?? '')).trim() : null;

/** The person who signs. `witness`: the witness's name; null if the customer signs. */
export type Signer = Readonly<{ witness: string | null; isByName: boolean }>;

export const signerOf = (values: Values): Signer => ({
  witness: witnessOf(values),
  isByName: isSignedByName(values),
});

/** The signer as a text, for comparisons. */
export const signerText = (values: Values): string => JSON.stringify(signerOf(values));

/** The names of the fields about a witness, which the screen shows in its own way. */
export const witnessFields = {
  cannotSign: 'cannotSign',
  name: 'witnessName',
  byName: 'signedByName',
} as const;

/** The number that the new SIM card of a replacement gets, as typed. Returns '' if there is none. */
export const keptNumber = ({ msisdn }: Values): string => trimmed(msisdn);

export const CUSTOMER_TYPE = 'isBusinessCustomer';

/** Fields whose answers the review shows in one row. The row is in the place of the first field. */
export const joinedAnswers: Readonly<
  Record<string, Readonly<{ label: 'name' | 'place' | 'workPlace'; with: readonly string[] }>>
> = {
  title: { label: 'name', with: ['firstName', 'surname'] },
  suburb: { label: 'place', with: ['city'] },
  workSuburb: { label: 'workPlace', with: ['workCity'] },
};

/** Fields without a row in the review. The label of the ID number says the kind of the document. */
export const unshownAnswers: ReadonlySet<string> = new Set([
  CUSTOMER_TYPE,
  'identityKind',
  'hasWorkAddress',
  ...Object.values(joinedAnswers).flatMap((row) => row.with),
]);
