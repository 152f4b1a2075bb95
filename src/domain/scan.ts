import { iccid, imei, saIdNumber, textRule } from './forms/rules.ts';
import { stripUnreadable } from './forms/values.ts';

export type ScanPurpose = 'sim' | 'imei' | 'identity';

/** The values of a barcode for the form. `sims` has one number, or two different ones. `isCard`: a smart ID card, not an ID book. */
export type Reading =
  | Readonly<{ status: 'sims'; numbers: readonly string[] }>
  | Readonly<{ status: 'imei'; number: string }>
  | Readonly<{
      status: 'identity';
      number: string;
      firstName: string | null;
      lastName: string | null;
      isCard: boolean;
    }>
  | Readonly<{ status: 'refused'; reason: 'licence' | 'unusable' | 'activationCode' }>;

/** The kinds of barcode that the app reads, by the names of the browser's `BarcodeDetector`. */
export type Symbology = 'code_128' | 'code_39' | 'data_matrix' | 'itf' | 'pdf417' | 'qr_code';

/** A barcode as the decoder gives it. `bytes`: absent if the decoder gives only text. */
export type Barcode = Readonly<{ symbology: string; text: string; bytes?: Uint8Array }>;

const numberCodes: readonly Symbology[] = ['code_128', 'code_39', 'itf', 'data_matrix', 'qr_code'];

export const symbologiesOf: Readonly<Record<ScanPurpose, readonly Symbology[]>> = {
  sim: numberCodes,
  imei: numberCodes,
  identity: ['pdf417', 'code_39', 'code_128', 'itf'],
};

/**
 * `hasCheck`: a check digit or the barcode's error correction confirms the value. `readingsNeeded`: how many attempts must find the
 * value. Some barcodes need more (`isUnchecked`).
 */
type Finding = Readonly<{ reading: Reading; hasCheck: boolean; readingsNeeded: number }>;

const refused = (reason: Extract<Reading, { status: 'refused' }>['reason']): Finding => ({
  reading: { status: 'refused', reason },
  hasCheck: true,
  readingsNeeded: 1,
});

/** An activation code of an eSIM (GSMA SGP.22), with or without the scheme of its link. */
const ACTIVATION_CODE = /^LPA:\s?1\$/i;

function simIn({ text }: Barcode): Finding | null {
  if (ACTIVATION_CODE.test(text)) return refused('activationCode');
  const number = iccid.normalise(text);
  if (!/^89\d{16,18}$/.test(number)) return null;
  const hasCheck = !iccid.check(number).some(({ code }) => code === 'iccid-check');
  return {
    reading: { status: 'sims', numbers: [number] },
    hasCheck,
    readingsNeeded: hasCheck ? 1 : 3,
  };
}

/** A number of 16 digits that begins with 89 is a part of a SIM card number: no IMEI begins so. */
function imeiIn({ text }: Barcode): Finding | null {
  const number = imei.normalise(text);
  if (imei.check(number).length > 0 || /^89\d{14}$/.test(number)) return null;
  const hasCheck = number.length === 15;
  return { reading: { status: 'imei', number }, hasCheck, readingsNeeded: hasCheck ? 1 : 2 };
}

const isIdNumber = (text: string): boolean => saIdNumber.check(text).length === 0;

const nameRule = textRule(100);

/** Words of surnames that stay small before another word. */
const SMALL = /^(?:van|der|de|du|le|la|von|ter)$/;

/** Writes a name in capitals as people write it. Returns null if it is empty or too long. */
export function nameOnCard(raw: string, isSurname: boolean): string | null {
  const name = stripUnreadable(raw).replace(/\s+/g, ' ').trim();
  if (name === '' || nameRule.check(name).length > 0) return null;
  // A name with small letters is written as its owner writes it.
  if (name !== name.toUpperCase()) return name;
  const words = name.toLowerCase().match(/[\s'’-]+|[^\s'’-]+/g) ?? [];
  return words
    .map((word, index) =>
      isSurname && SMALL.test(word) && words[index + 1] === ' '
        ? word
        : word.replace(/^./u, (letter) => letter.toUpperCase()),
    )
    .join('');
}

/** The parts of a smart ID card's barcode: 0 surname, 1 names, 4 ID number. No other part is read. */
const PARTS = 8;

const LICENCE_BYTES = 720;
const LICENCE_STARTS = ['1,225,2,69', '1,155,9,69'];

/** Some decoders give bytes as text of one character each. */
const bytesOf = ({ bytes, text }: Barcode): readonly number[] =>
  bytes ? [...bytes] : Array.from(text, (letter) => letter.charCodeAt(0));

function cardIn(barcode: Barcode): Finding {
  const bytes = bytesOf(barcode);
  const start = bytes.slice(0, 4).join();
  if (bytes.length === LICENCE_BYTES && LICENCE_STARTS.includes(start)) return refused('licence');
  const parts = barcode.text.split('|');
  const number = saIdNumber.normalise(parts[4] ?? '');
  if (parts.length < PARTS || !isIdNumber(number)) return refused('unusable');
  const reading: Reading = {
    status: 'identity',
    number,
    firstName: nameOnCard(parts[1] ?? '', false),
    lastName: nameOnCard(parts[0] ?? '', true),
    isCard: true,
  };
  return { reading, hasCheck: true, readingsNeeded: 1 };
}

function identityIn(barcode: Barcode): Finding | null {
  if (barcode.symbology === 'pdf417') return cardIn(barcode);
  const number = saIdNumber.normalise(barcode.text);
  if (!isIdNumber(number)) return null;
  return {
    reading: { status: 'identity', number, firstName: null, lastName: null, isCard: false },
    hasCheck: true,
    readingsNeeded: 1,
  };
}

const findingIn: Readonly<Record<ScanPurpose, (barcode: Barcode) => Finding | null>> = {
  sim: simIn,
  imei: imeiIn,
  identity: identityIn,
};

/** True for barcodes without a check of their own: the decoder may read a part of one as a whole barcode. */
const isUnchecked = ({ symbology }: Barcode): boolean =>
  symbology === 'code_39' || symbology === 'itf';

/** `again`: a value was found and must be read once more. */
export type Agreement = Readonly<{ reading: Reading | null; again: boolean }>;

/**
 * Returns a function that takes the barcodes of one attempt, and returns a value when enough attempts agree on it. A photo's attempts
 * are of the same picture. There a check digit is enough for a barcode without a check of its own. `isOnlyAttempt`: no second attempt
 * can confirm a value, so a barcode with a check of its own is enough.
 */
export function createAgreement(
  purpose: ScanPurpose,
  isPhoto: boolean,
  isOnlyAttempt = false,
): (found: readonly Barcode[]) => Agreement {
  const counts = new Map<string, number>();
  return (found) => {
    const agreed = new Map<string, Reading>();
    let again = false;
    const seen = new Set<string>();
    for (const barcode of found) {
      const finding = findingIn[purpose](barcode);
      if (finding === null) continue;
      const { reading, hasCheck, readingsNeeded } = finding;
      const key = JSON.stringify(reading);
      if (seen.has(key)) continue;
      seen.add(key);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const needsTwo = isUnchecked(barcode) && !(isPhoto && hasCheck);
      const needed = needsTwo ? Math.max(2, readingsNeeded) : readingsNeeded;
      if (count >= needed || (isOnlyAttempt && !isUnchecked(barcode))) agreed.set(key, reading);
      else again = true;
    }
    return { reading: oneOf([...agreed.values()]), again };
  };
}

/** A value comes before a refusal. Two SIM card numbers are offered together. */
function oneOf(readings: readonly Reading[]): Reading | null {
  const numbers = readings.flatMap((each) => (each.status === 'sims' ? each.numbers : []));
  if (numbers.length > 0) return { status: 'sims', numbers: numbers.slice(0, 2) };
  return readings.find(({ status }) => status !== 'refused') ?? readings[0] ?? null;
}
