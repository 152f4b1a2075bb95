import type { UploadedPart } from './multipart.ts';

/** Smallest files that their first bytes make what they are; `mark` makes each one's bytes its own. */
export const png = (mark = '') =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(`png ${mark}`.repeat(4))]);
export const jpeg = (mark = '') =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`jpeg ${mark}`.repeat(4))]);
export const webp = (mark = '') =>
  Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.from(mark)]);
export const pdf = (mark = '') => Buffer.from(`%PDF-1.7\n${mark}\n%%EOF`);

export const formIdPart = (formId: string): UploadedPart => ({ name: 'FormId', text: formId });
export const filePart = (
  fileName: string,
  bytes: Buffer,
  contentType = 'image/jpeg',
): UploadedPart => ({ name: 'Files', fileName, contentType, bytes });

export const individual = {
  title: 'Ms',
  firstName: 'Thandi',
  surname: 'Nkosi',
  idNumber: '8001015009087',
  simCardNumber: '8927010000001234560',
  cellphone: '+27821234567',
  emailAddress: 'thandi.nkosi@example.co.za',
  streetName: 'Behind the Spar',
  suburb: 'Ngqeleni',
  city: 'Mthatha',
};

export const business = {
  ...individual,
  businessName: 'Ubuntu Trading',
  businessType: 1,
  businessRegistrationNumber: '2015/123456/07',
  businessVatNumber: '4012345676',
  businessAddress: '1 Main Road\nMthatha',
  natureOfBusiness: 'Retail',
  keyContactName: 'Sipho',
  keyContactSurname: 'Dlamini',
  keyContactDesignation: 'Director',
};

export const replacement = {
  title: 'Mr',
  firstName: 'Sipho',
  surname: 'Dlamini',
  idNumber: 'A12345678',
  simCardNumber: '89270100000012345676',
  msisdn: '27821234567',
  imsi: '655010123456789',
  deviceImei: '490154203237518',
};

export interface FormBody {
  formId: unknown;
  formData: unknown;
  latitude: unknown;
  longitude: unknown;
  isBusinessCustomer: unknown;
}

export const registrationBody = (formId: string): FormBody => ({
  formId,
  formData: individual,
  latitude: -31.58,
  longitude: 28.79,
  isBusinessCustomer: false,
});

export const replacementBody = (formId: string): FormBody => ({
  formId,
  formData: replacement,
  latitude: null,
  longitude: null,
  isBusinessCustomer: false,
});
