import { crc32, deflateSync } from 'node:zlib';
import { smallJpeg } from '../../support/form/photos.ts';
import type { UploadedPart } from './multipart.ts';

/** A small valid JPEG. `mark` makes its bytes unique, `size` is its size in bytes. */
export const jpeg = (mark = '', size = 200 + mark.length) =>
  Buffer.from(
    smallJpeg(size, (comment) =>
      Buffer.from(comment.buffer, comment.byteOffset, comment.length).fill(mark || 'jpeg'),
    ),
  );

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A grey PNG. Only its header has this width and height. */
export function png(mark = '', width = 1, height = 1): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${mark}`)),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const onePixelWebp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export function webp(mark = ''): Buffer {
  const text = Buffer.from(mark.length % 2 === 0 ? mark : `${mark} `);
  const head = Buffer.from('MARK\0\0\0\0');
  head.writeUInt32LE(text.length, 4);
  const bytes = Buffer.concat([onePixelWebp, head, text]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

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
