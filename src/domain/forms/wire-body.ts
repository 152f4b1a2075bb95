import { normalisedText } from './check.ts';
import { isBusiness } from './customer.ts';
import { type Form, fieldsOf, sectionsOf, type Values } from './form.ts';

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A field is left out where it does not apply to this customer, or is optional and empty. */
export type RegistrationFormData = Texts<
  | 'title'
  | 'firstName'
  | 'surname'
  | 'emailAddress'
  | 'telephone'
  | 'cellphone'
  | 'idNumber'
  | 'simCardNumber'
  | 'streetName'
  | 'suburb'
  | 'complexName'
  | 'unitNumber'
  | 'city'
  | 'workStreetName'
  | 'workSuburb'
  | 'workComplexName'
  | 'workUnitNumber'
  | 'workCity'
  | 'businessName'
  | 'businessRegistrationNumber'
  | 'businessVatNumber'
  | 'businessAddress'
  | 'natureOfBusiness'
  | 'keyContactName'
  | 'keyContactSurname'
  | 'keyContactDesignation'
> &
  Readonly<{ businessType?: number }>;

export type ReplacementFormData = Texts<
  | 'title'
  | 'customerAccountNumber'
  | 'firstName'
  | 'surname'
  | 'idNumber'
  | 'simCardNumber'
  | 'businessName'
  | 'entityRegistrationNumber'
  | 'msisdn'
  | 'imsi'
  | 'deviceImei'
>;

/** The body of `RegisterSim` and `ReplaceSim`. Degrees; both null where there is no location. */
export type WireBody = Readonly<{
  formId: string;
  formData: RegistrationFormData | ReplacementFormData;
  latitude: number | null;
  longitude: number | null;
  isBusinessCustomer: boolean;
}>;

/** A passport may be typed with spaces, as some are printed; on the wire identifiers carry none. */
const onTheWire = (name: string, text: string): string =>
  name === 'idNumber' ? text.replaceAll(' ', '') : text;

/** What of the values the wire carries: the fields that apply, normalised, and nothing empty. */
const formData = (form: Form, values: Values): WireBody['formData'] => {
  const entries = sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .filter(({ local, name }) => !local && name !== 'isBusinessCustomer')
    .map((field) => [field.name, onTheWire(field.name, normalisedText(field, values))] as const)
    .filter(([, text]) => text !== '');
  const { businessType, ...texts } = Object.fromEntries(entries);
  return businessType === undefined ? texts : { ...texts, businessType: Number(businessType) };
};

/** The body for values that passed their checks: fit to be frozen, the same on every try. */
export const wireBody = (
  form: Form,
  values: Values,
  location: Readonly<{ latitude: number; longitude: number }> | null,
  formId: string,
): WireBody => ({
  formId,
  formData: formData(form, values),
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  isBusinessCustomer: isBusiness(values),
});
