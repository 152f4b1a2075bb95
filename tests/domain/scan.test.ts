import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iccid, imei, luhn, saIdNumber, textRule } from '../../src/domain/forms/rules.ts';
import {
  type Barcode,
  createAgreement,
  nameOnCard,
  type Reading,
  type ScanPurpose,
  symbologiesOf,
} from '../../src/domain/scan.ts';

const purposes: readonly ScanPurpose[] = ['sim', 'imei', 'identity'];

/** SIM card numbers of 19 and 20 digits. In `SIM_20`, digit 19 is the check digit. */
const SIM_19 = '8927010000001234560';
const SIM_20 = '89270100000012345609';
const OTHER_SIM = '8927010000007654324';
const WRONG_CHECK = '8927010000001234561';
const IMEI = '490154203237518';
const ID = '8506154800088';

const barcode = (symbology: string, text: string, bytes?: Uint8Array): Barcode => ({
  symbology,
  text,
  ...(bytes && { bytes }),
});

/** Returns the number of the first attempt that gives a value, and the value. Each attempt finds the same barcodes. */
function readAgain(
  purpose: ScanPurpose,
  found: readonly Barcode[],
  isPhoto = false,
): Readonly<{ attempt: number; reading: Reading }> | null {
  const agree = createAgreement(purpose, isPhoto);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const { reading } = agree(found);
    if (reading !== null) return { attempt, reading };
  }
  return null;
}

const licence = (start: readonly number[], length = 720): Uint8Array => {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set(start);
  return bytes;
};

const card = (parts: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 12 }, (_, index) => parts[index] ?? `x${index}`).join('|');

const sims = (...numbers: readonly string[]): Reading => ({ status: 'sims', numbers });
const refused = (reason: 'licence' | 'unusable' | 'activationCode'): Reading => ({
  status: 'refused',
  reason,
});

it('the numbers of these tests have the check digits that they claim', () => {
  for (const number of [SIM_19, OTHER_SIM, SIM_20.slice(0, 19), IMEI, ID])
    expect([number, luhn(number)]).toEqual([number, true]);
  expect(luhn(WRONG_CHECK)).toBe(false);
});

describe('a SIM card number', () => {
  it.each<[string, string, number, string]>([
    ['code_128', SIM_19, 1, SIM_19],
    ['code_128', `${SIM_19}F`, 1, SIM_19],
    ['code_128', '8927 0100 0000 1234 560', 1, SIM_19],
    ['data_matrix', SIM_20, 1, SIM_20],
    ['qr_code', SIM_20, 1, SIM_20],
    ['code_39', SIM_19, 2, SIM_19],
    ['itf', SIM_20, 2, SIM_20],
    ['code_128', WRONG_CHECK, 3, WRONG_CHECK],
    ['itf', `${WRONG_CHECK}1`, 3, `${WRONG_CHECK}1`],
  ])('in %s as %s needs %i readings', (symbology, text, attempt, number) => {
    expect(readAgain('sim', [barcode(symbology, text)])).toEqual({
      attempt,
      reading: sims(number),
    });
  });

  it.each([
    ['too short', '89270100000012345'],
    ['too long', '892701000000123456012'],
    ['another start', '1927010000001234560'],
    ['an EAN', '6001234567890'],
    ['a PUK', '12345678'],
    ['an IMEI', IMEI],
    ['letters', '89270100000O1234560'],
    ['a link', `https://example.org/${SIM_19}`],
    ['nothing', ''],
  ])('is not found in %s', (_, text) => {
    expect(readAgain('sim', [barcode('code_128', text)])).toBeNull();
  });

  it('is found beside other barcodes of the pack', () => {
    const pack = [barcode('code_128', '12345678'), barcode('code_128', SIM_19)];
    expect(readAgain('sim', pack)?.reading).toEqual(sims(SIM_19));
  });

  it('is offered with a second, different one', () => {
    const pack = [SIM_19, SIM_19, OTHER_SIM].map((text) => barcode('code_128', text));
    expect(readAgain('sim', pack)?.reading).toEqual(sims(SIM_19, OTHER_SIM));
  });

  it('counts once in one attempt, though the barcode is there twice', () => {
    const pack = [barcode('itf', SIM_20), barcode('itf', SIM_20)];
    expect(readAgain('sim', pack)?.attempt).toBe(2);
  });

  it('needs readings that agree', () => {
    const agree = createAgreement('sim', false);
    expect(agree([barcode('itf', SIM_20)])).toEqual({ reading: null, again: true });
    expect(agree([barcode('itf', '892701000000123456')])).toEqual({ reading: null, again: true });
    expect(agree([])).toEqual({ reading: null, again: false });
    expect(agree([barcode('itf', SIM_20)]).reading).toEqual(sims(SIM_20));
  });

  it('of a photo needs one reading if its check digit fits', () => {
    expect(readAgain('sim', [barcode('itf', SIM_20)], true)?.attempt).toBe(1);
    expect(readAgain('sim', [barcode('itf', `${WRONG_CHECK}1`)], true)?.attempt).toBe(3);
  });

  it.each([
    ['code_128', true],
    ['data_matrix', true],
    ['qr_code', true],
    ['code_39', false],
    ['itf', false],
  ])(
    'without a check digit is found by the only attempt at a photo, in %s: %s',
    (symbology, isFound) => {
      const agree = createAgreement('sim', true, true);
      const { reading } = agree([barcode(symbology, WRONG_CHECK)]);
      expect(reading).toEqual(isFound ? sims(WRONG_CHECK) : null);
    },
  );

  it('is not an activation code of an eSIM', () => {
    for (const text of ['LPA:1$smdp.example.org$ABC-123', 'lpa:1$a$b', 'LPA: 1$a$b'])
      expect(readAgain('sim', [barcode('qr_code', text)])?.reading).toEqual(
        refused('activationCode'),
      );
    const both = [barcode('qr_code', 'LPA:1$a$b'), barcode('code_128', SIM_19)];
    expect(readAgain('sim', both)?.reading).toEqual(sims(SIM_19));
  });
});

describe('an IMEI', () => {
  it.each([
    ['code_128', IMEI, 1],
    ['code_128', '49-015420-323751-8', 1],
    ['code_39', IMEI, 2],
    ['code_128', '4901542032375101', 2],
  ])('in %s as %s needs %i readings', (symbology, text, attempt) => {
    expect(readAgain('imei', [barcode(symbology, text)])).toEqual({
      attempt,
      reading: { status: 'imei', number: text.replaceAll('-', '') },
    });
  });

  it.each(['490154203237517', '8927010000001234', SIM_19, ID, 'LPA:1$a$b', ''])(
    'is not found in %s',
    (text) => {
      expect(readAgain('imei', [barcode('code_128', text)])).toBeNull();
    },
  );
});

describe('an identity', () => {
  const person = (more: Partial<Extract<Reading, { status: 'identity' }>>): Reading => ({
    status: 'identity',
    number: ID,
    firstName: 'X1',
    lastName: 'X0',
    isCard: true,
    ...more,
  });

  it('of a smart ID card has surname, names and number, and no other part', () => {
    const text = card({
      0: 'VAN DER MERWE',
      1: 'THANDIWE NOMVULA',
      2: 'F',
      4: ID,
      5: '15 JUN 1985',
    });
    expect(readAgain('identity', [barcode('pdf417', text)])).toEqual({
      attempt: 1,
      reading: person({ firstName: 'Thandiwe Nomvula', lastName: 'van der Merwe' }),
    });
  });

  it.each<
    [string, Readonly<Record<number, string>>, Partial<Extract<Reading, { status: 'identity' }>>]
  >([
    ['no surname', { 0: '' }, { lastName: null }],
    ['no names', { 1: '   ' }, { firstName: null }],
    ['a long name', { 1: 'N'.repeat(101) }, { firstName: null }],
    ['control characters', { 1: 'A\u0000NNA' }, { firstName: 'Anna' }],
  ])('with %s is taken', (_, parts, more) => {
    const text = card({ 0: 'X0', 1: 'X1', 4: ID, ...parts });
    expect(readAgain('identity', [barcode('pdf417', text)])?.reading).toEqual(person(more));
  });

  it.each([
    ['a part is too many in front', card({ 5: ID })],
    ['the number is wrong', card({ 4: '8506154800089' })],
    ['the parts are too few', card({ 4: ID }).split('|').slice(0, 7).join('|')],
    ['there is only text', 'A parcel 12345'],
    ['there is nothing', ''],
  ])('is unusable if %s', (_, text) => {
    expect(readAgain('identity', [barcode('pdf417', text)])?.reading).toEqual(refused('unusable'));
  });

  it('is not read from a driving licence', () => {
    for (const start of [
      [0x01, 0xe1, 0x02, 0x45],
      [0x01, 0x9b, 0x09, 0x45],
    ]) {
      const bytes = licence(start);
      const text = String.fromCharCode(...bytes);
      for (const found of [barcode('pdf417', 'x', bytes), barcode('pdf417', text)])
        expect(readAgain('identity', [found])?.reading).toEqual(refused('licence'));
      expect(readAgain('identity', [barcode('pdf417', '', licence(start, 719))])?.reading).toEqual(
        refused('unusable'),
      );
    }
    const other = licence([0x01, 0xe1, 0x02, 0x46]);
    expect(readAgain('identity', [barcode('pdf417', '', other)])?.reading).toEqual(
      refused('unusable'),
    );
  });

  it.each([
    ['code_39', 2],
    ['itf', 2],
    ['code_128', 1],
  ])('of an ID book in %s has only the number, after %i readings', (symbology, attempt) => {
    const reading = person({ firstName: null, lastName: null, isCard: false });
    expect(readAgain('identity', [barcode(symbology, ID)])).toEqual({ attempt, reading });
    expect(readAgain('identity', [barcode(symbology, ID)], true)?.attempt).toBe(1);
  });

  it.each(['8506154800089', '8513154800088', '850615480008', SIM_19, ''])(
    'of an ID book is not found in %s',
    (text) => {
      expect(readAgain('identity', [barcode('code_39', text)])).toBeNull();
    },
  );
});

it.each([
  ['MERWE', 'Merwe'],
  ['VAN DER MERWE', 'van der Merwe'],
  ['DU PLESSIS', 'du Plessis'],
  ['JOUBERT-DE LA REY', 'Joubert-de la Rey'],
  ["O'BRIEN", "O'Brien"],
  ['TER', 'Ter'],
  ['LE', 'Le'],
  ['DE-WET', 'De-Wet'],
  ['NKOSI  ZULU ', 'Nkosi Zulu'],
  ['ÉLOÏSE', 'Éloïse'],
  ['MacDonald', 'MacDonald'],
  ['', null],
])('the surname %s is shown as %s', (raw, shown) => {
  expect(nameOnCard(raw, true)).toBe(shown);
});

it('each first name begins with a capital', () => {
  expect(nameOnCard('JEAN DE DIEU', false)).toBe('Jean De Dieu');
});

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''));

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4096 }),
  fc.integer({ min: 12, max: 21 }).chain(digits),
  fc
    .integer({ min: 15, max: 19 })
    .chain(digits)
    .map((rest) => `89${rest}`),
  fc
    .array(fc.oneof(fc.string(), fc.constant(ID), digits(13)), { maxLength: 14 })
    .map((parts) => parts.join('|')),
  fc.constantFrom(SIM_19, IMEI, ID, 'LPA:1$', card({ 4: ID })),
);

const anyBarcode: fc.Arbitrary<Barcode> = fc.record(
  {
    symbology: fc.constantFrom(
      'code_128',
      'code_39',
      'itf',
      'data_matrix',
      'qr_code',
      'pdf417',
      'x',
    ),
    text: anyText,
    bytes: fc.uint8Array({ maxLength: 800 }),
  },
  { requiredKeys: ['symbology', 'text'] },
);

function expectRulesHold(reading: Reading): void {
  switch (reading.status) {
    case 'sims':
      expect(new Set(reading.numbers).size).toBe(reading.numbers.length);
      expect([1, 2]).toContain(reading.numbers.length);
      for (const number of reading.numbers)
        expect(iccid.check(number).filter(({ level }) => level === 'error')).toEqual([]);
      return;
    case 'imei':
      expect(imei.check(reading.number)).toEqual([]);
      return;
    case 'identity':
      expect(saIdNumber.check(reading.number)).toEqual([]);
      for (const name of [reading.firstName, reading.lastName]) {
        if (name === null) continue;
        expect(name.trim()).not.toBe('');
        expect(textRule(100).check(name)).toEqual([]);
        expect(name).not.toContain('|');
      }
      return;
    default:
      expect(['licence', 'unusable', 'activationCode']).toContain(reading.reason);
  }
}

it.each(purposes)('for %s, no barcode makes it throw, and each value fits its rule', (purpose) => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyBarcode, { maxLength: 4 }), { maxLength: 6 }),
      fc.boolean(),
      (attempts, isPhoto) => {
        const agree = createAgreement(purpose, isPhoto);
        for (const found of attempts) {
          const { reading } = agree(found);
          if (reading !== null) expectRulesHold(reading);
        }
      },
    ),
  );
});

it('only an identity is looked for in a PDF417', () => {
  expect(purposes.filter((purpose) => symbologiesOf[purpose].includes('pdf417'))).toEqual([
    'identity',
  ]);
});
