import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../src/domain/forms/form-of.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { luhn } from '../../src/domain/forms/rules.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import { type WireBody, wireBody } from '../../src/domain/forms/wire-body.ts';

/** A JPEG of one grey pixel. */
const pixel = Buffer.from(
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);
const MAX_COMMENT_BYTES = 65_533;

/** A JPEG of about this size. Its random comments make it unique, and proxies cannot compress it. */
export function jpeg(bytes: number): Blob {
  const comments: Buffer[] = [];
  for (let left = bytes - pixel.length; left > 0; left -= MAX_COMMENT_BYTES) {
    const comment = randomBytes(Math.min(left, MAX_COMMENT_BYTES));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(comment.length + 2, 2);
    comments.push(head, comment);
  }
  const all = [pixel.subarray(0, 2), ...comments, pixel.subarray(2)];
  return new Blob(all.map(asPart), { type: 'image/jpeg' });
}

const webpPixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** A unique WebP: it has random bytes in a chunk that decoders skip. */
export function webp(): Blob {
  const part = Buffer.concat([Buffer.from('MARK'), Buffer.alloc(4), randomBytes(16)]);
  part.writeUInt32LE(16, 4);
  const all = Buffer.concat([webpPixel, part]);
  all.writeUInt32LE(all.length - 8, 4);
  return new Blob([asPart(all)], { type: 'image/webp' });
}

/** A signature: a black line on white. */
export function png(): Blob {
  const [width, height] = [300, 100];
  const rows = Buffer.alloc(height * (width + 1), 0xff);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  for (let x = 20; x < width - 20; x += 1) {
    const y = 50 + Math.round(30 * Math.sin(x / 20));
    rows.fill(0, y * (width + 1) + x, y * (width + 1) + x + 2);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Blob(chunks.map(asPart), { type: 'image/png' });
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const all = Buffer.alloc(named.length + 8);
  all.writeUInt32BE(data.length, 0);
  named.copy(all, 4);
  all.writeUInt32BE(crc32(named), named.length + 4);
  return all;
}

/** A PDF of one empty page. */
export const pdf = (): Blob =>
  new Blob(
    [
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ',
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n%${randomBytes(8).toString('hex')}\n`,
      'trailer<</Root 1 0 R>>\n%%EOF\n',
    ],
    { type: 'application/pdf' },
  );

/** Copies the bytes into their own memory. A `Buffer` may use shared memory, which `Blob` does not accept. */
const asPart = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** An obviously invented person, so that everybody in the backend sees that a test made it. */
const person = (run: string): Values => ({
  title: builtInOptions.titles[2]?.value ?? '',
  firstName: 'Conformance',
  surname: run,
  idNumber: '8001015009087',
});

const address: Values = { streetName: 'Made-up Street', suburb: 'Nowhere', city: 'Nowhere' };

const company: Values = {
  isBusinessCustomer: true,
  businessName: 'Conformance',
  businessType: '1',
  businessRegistrationNumber: '2015/123456/07',
  businessAddress: '1 Made-up Street\nNowhere',
  natureOfBusiness: 'Made up',
  keyContactName: 'Conformance',
  keyContactSurname: 'Contact',
  keyContactDesignation: 'Director',
};

const companyOfReplacement: Values = {
  isBusinessCustomer: true,
  businessName: 'Conformance',
  entityRegistrationNumber: '2015/123456/07',
};

const optional: Values = {
  cellphone: '0820000000',
  emailAddress: 'conformance@example.com',
  unitNumber: '1',
};

/** An ID number with a wrong check digit. */
export const wrongIdentity = { idNumber: '8001015009088' } as const;

const here = { latitude: -31.58, longitude: 28.79 };

/** A SIM card number made from the form id, because a backend may accept each SIM card only once. */
function simCard(formId: string): Values {
  const digits = [...formId.replace(/[^\da-f]/gi, '')].map(
    (each) => Number.parseInt(each, 16) % 10,
  );
  const start = `8927${'0'.repeat(4)}${digits.slice(0, 10).join('').padStart(10, '0')}`;
  const last = [...'0123456789'].find((digit) => luhn(start + digit));
  return { simCardNumber: start + last };
}

export type FormVariant =
  | 'individual'
  | 'bare'
  | 'bareAtZero'
  | 'business'
  | 'replacement'
  | 'replacementBusiness'
  | 'corrected'
  | 'wrong';

const added: Readonly<Record<FormVariant, Values>> = {
  individual: { ...address, ...optional },
  bare: address,
  bareAtZero: address,
  business: { ...address, ...company },
  replacement: { msisdn: '0820000000' },
  replacementBusiness: { msisdn: '0820000000', ...companyOfReplacement },
  corrected: { ...address, ...optional, streetName: 'Corrected Street' },
  wrong: { ...address, ...wrongIdentity },
};

export const kindOf = (variant: FormVariant): FormKind =>
  variant === 'replacement' || variant === 'replacementBusiness' ? 'replacement' : 'registration';

/** The values as the app's screens would store them. */
export const valuesOf = (variant: FormVariant, run: string, formId: string): Values => ({
  ...person(run),
  ...simCard(formId),
  ...added[variant],
});

function placeOf(variant: FormVariant): typeof here | null {
  if (variant === 'bareAtZero') return { latitude: 0, longitude: 0 };
  return variant === 'bare' ? null : here;
}

/**
 * The body as the app makes it.
 * `bare`: without a location and without optional fields.
 * `bareAtZero`: the same with 0, 0 as the location.
 */
export const madeUpBody = (variant: FormVariant, run: string, formId: string): WireBody =>
  wireBody(formOf(kindOf(variant)), valuesOf(variant, run, formId), placeOf(variant), formId);
