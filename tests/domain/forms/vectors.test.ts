import { describe, expect, test } from 'vitest';
import { checkField } from '../../../src/domain/forms/check.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { fieldOf } from './builders.ts';

type Vectors = Readonly<{
  title: string;
  form: FormKind;
  field: string;
  with?: Values;
  /** Values without an error. They may have warnings. */
  passes: readonly string[];
  /** Values with an error. */
  blocked: readonly string[];
  /** Values without an error, each with its warnings. */
  warned?: Readonly<Record<string, readonly string[]>>;
  /** True if an empty value passes without a warning. */
  optional?: true;
}>;

const passport = { identityKind: 'Passport or permit' };

const tables: readonly Vectors[] = [
  {
    title: 'a South African ID number',
    form: 'registration',
    field: 'idNumber',
    passes: [
      '8001015009087',
      '7503305044089',
      '9001245289086',
      '8109124800088',
      '7311190013080',
      '9506245120008',
      '0002295000083',
      '2601015000089',
      '8801235111187',
      '8801235111286',
      '850615 4800 08 8',
      '9912319999089',
      '\u202A8001015009087\u202C',
      '800101\u20115009\u2011087',
    ],
    blocked: [
      '9202204720082',
      '8503305044089',
      '8001015009086',
      '8001015009078',
      '8513154800084',
      '9902295000085',
      '8506314800085',
      '0000000000000',
      '800101500908',
      '80010150090877',
      '80O1015009087',
      '',
    ],
  },
  {
    title: 'a passport or permit number',
    form: 'registration',
    field: 'idNumber',
    with: passport,
    passes: [
      'A12345678',
      'ABCDEF000000000',
      'RF123456',
      'M00123456',
      '123456789',
      'AB1234567',
      'PTAABC012345678',
      'BN123456',
      ' a12345678 ',
      // Pasted from a chat or a PDF.
      'A\u00A0123\u00A04567',
      '\u202AA12345678\u202C',
      'A12345678\u200B',
      'PTA\u2011ABC\u2011012345',
      // Four characters are the minimum of the rule.
      '1234',
      '850615 4800 08 8',
    ],
    blocked: [
      '',
      '8001015009086',
      '800101-5009-086',
      'ABCDEFGH',
      'A1',
      '!!!12345',
      'A123456789012345678901234',
      'Ж1234567',
    ],
  },
  {
    title: 'a SIM card number',
    form: 'registration',
    field: 'simCardNumber',
    passes: [
      '8927010000001234560',
      '8927100000001234561',
      '8927071234567890129',
      '8927020000000000010',
      '8927380000000001236',
      '89270100000012345676',
      '89271000000012345675',
      '89450421180216254864',
      '8944500102198304826',
      '892701000000123456',
      '8927 0100 0000 1234 560',
      '8927010000001234560F',
      '8927010000001234560f',
    ],
    blocked: [
      '',
      '892701000',
      '8827010000001234560',
      '0821234567',
      '892701000000123456789',
      '892701000000123456O',
      '353012345678901',
      '8927-0100-ABCD-1234-560',
    ],
    warned: {
      '8927010000001234560': [],
      '8927010000001234561': ['iccid-check'],
      '8927017000001234560': ['iccid-check'],
      '89270100000012345671': ['iccid-check'],
      // The number has 20 digits. The first 19 digits end in a right check digit.
      '89270100000012345609': [],
      '892701000000123456': ['iccid-check'],
      '8991101200003204510': ['iccid-country', 'iccid-check'],
      '8944500102198304826': ['iccid-country'],
    },
  },
  {
    title: 'the cellphone number to keep',
    form: 'replacement',
    field: 'msisdn',
    passes: [
      '0821234567',
      '+27821234567',
      '27821234567',
      '082 123 4567',
      '+27 (0)82 123 4567',
      '0027821234567',
      '0601234567',
      '0711234567',
      '0812345678',
      '067-123-4567',
    ],
    blocked: [
      '082123456',
      '08212345678',
      '821234567',
      '0112345678',
      '+2782123456',
      '+263771234567',
      '0O21234567',
      '0000000000',
      '1234567890',
      '+27 21 234 5678',
      '',
    ],
  },
  {
    title: 'any telephone number',
    form: 'registration',
    field: 'telephone',
    passes: [
      '011 234 5678',
      '(021) 234-5678',
      '012.345.6789',
      '+27 (0)21 234 5678',
      '+263771234567',
      '+44 (0)20 7946 0958',
      '+1 202 555 0100',
      '0821234567',
      '027 123 4567',
    ],
    blocked: [
      '082123456',
      '08212345678',
      '821234567',
      '+2782123456',
      '+27912345678',
      '0912345678',
      '263771234567',
      '00263771234567',
      '+012345678',
      '+123456',
      '+1234567890123456',
      '0O21234567',
      '0000000000',
      'phone',
    ],
    optional: true,
  },
  {
    title: 'an IMSI',
    form: 'replacement',
    field: 'imsi',
    passes: [
      '655010123456789',
      '655020000000001',
      '655071234567890',
      '655101234567890',
      '655190000000015',
      '655380000000123',
      '655531234567890',
      '655 01 0123456789',
    ],
    blocked: [
      '6550101234567890',
      '0655010123456789',
      '6550101234567',
      '655010123456789A',
      '+655010123456789',
      '65501O123456789',
      '655-01',
    ],
    warned: {
      '655010123456789': [],
      '65501012345678': ['imsi-length'],
      '234150999999999': ['imsi-country'],
      '455010123456789': ['imsi-country'],
      '23415099999999': ['imsi-country', 'imsi-length'],
    },
    optional: true,
  },
  {
    title: 'an IMEI',
    form: 'replacement',
    field: 'deviceImei',
    passes: [
      '490154203237518',
      '352099001761481',
      '356938035643809',
      '260531793113837',
      '357330092619121',
      '011245000531234',
      '354518050000002',
      '860123031234569',
      '35-209900-176148-1',
      '35/209900/176148/1',
      '3520990017614823',
    ],
    blocked: [
      '352099001761482',
      '352099001761418',
      '35209900176148',
      '352099001761481A',
      '35209900176148123',
      '123456789012345',
      '111111111111111',
    ],
    optional: true,
  },
  {
    title: 'a VAT number',
    form: 'registration',
    field: 'businessVatNumber',
    passes: [
      '4220119988',
      '4012345676',
      '4123456784',
      '4840280004',
      '4692512348',
      '4999999990',
      '412 345 6784',
      'ZA4012345676',
    ],
    blocked: [
      '3012345676',
      '401234567',
      '40123456760',
      '4O12345676',
      '0401234567',
      'GB123456789',
      '4-12',
    ],
    warned: {
      '4220119988': [],
      '4123456789': ['vat-check'],
      '4692512340': ['vat-check'],
      '4012345678': ['vat-check'],
      '4000000001': ['vat-check'],
      '4220119989': ['vat-check'],
    },
    optional: true,
  },
  ...['1', '2', '3', '4'].map(
    (businessType): Vectors => ({
      title: `a company registration number, type of business ${businessType}`,
      form: 'registration',
      field: 'businessRegistrationNumber',
      with: { businessType },
      passes: [
        '2000/000001/07',
        '1993/003367/07',
        '2004/085444/23',
        '2011/118805/07',
        '2015/123456/07',
        '1999/000123/06',
        '2020/000456/08',
        '2011 / 118805 / 07',
        '201111880507',
        'K2019/123456/07',
      ],
      blocked: ['', '1'.repeat(31)],
      warned: {
        '2000/000001/07': [],
        '2011 / 118805 / 07': [],
        '201111880507': [],
        'K2019/123456/07': [],
        'CK2019/123456/07': [],
        '2015/12345/07': ['company-number'],
        '15/123456/07': ['company-number'],
        '2015/123456': ['company-number'],
        '2015/123456/7': ['company-number'],
        '2015-ABCDEF-07': ['company-number'],
        'IT1234/2014': ['company-number'],
        '20150/123456/07': ['company-number'],
      },
    }),
  ),
  {
    // A trust's number is free text of at most 30 characters. No format of it is an error.
    title: 'a trust number',
    form: 'registration',
    field: 'businessRegistrationNumber',
    with: { businessType: '8' },
    passes: [],
    blocked: ['I'.repeat(31)],
    warned: Object.fromEntries(
      [
        'IT1234/2014(G)',
        'IT 1/2014(G)',
        'IT1234/2014 (C)',
        'IT 12345/2024',
        'MT 1/2014 G',
        'IT4567/98',
        'IT2/2020(MN)',
        'MT 000123/2019/1 T',
        '1234/2014',
        'IT/2014',
        'ITABC/2014',
        'IT1234',
        '2015/123456/07',
        'IT1234/2014(GGG)',
        'XT1234/2014',
      ].map((number) => [number, []]),
    ),
    optional: true,
  },
  {
    title: 'an email address',
    form: 'registration',
    field: 'emailAddress',
    passes: [
      'a@b.co',
      'thandi.nkosi@example.co.za',
      'x+sim@example.com',
      "o'neil@example.org",
      'n@sub.mail.example.co.za',
      '1234@example.com',
      'naïve@exämple.com',
      '  a@b.co  ',
      '\u202Aa@b.co\u202C',
      'a@b.co\u200B',
      `${'a'.repeat(249)}@b.co`,
    ],
    blocked: [
      'a@b',
      'a b@c.co',
      '@c.co',
      'a@.c',
      'a@@b.co',
      'a@b.c',
      'a@b.co,c@d.co',
      'a@b.co c@d.co',
      `${'a'.repeat(250)}@b.co`,
    ],
    optional: true,
  },
];

describe.each(tables)('$title', ({ form, field: name, with: values, ...vectors }) => {
  const findings = (raw: string) => checkField(fieldOf(form, name), { ...values, [name]: raw });
  const errors = (raw: string) => findings(raw).filter(({ level }) => level === 'error');

  if (vectors.passes.length > 0)
    test.each(vectors.passes)('passes: %j', (raw) => expect(errors(raw)).toEqual([]));

  test.each(vectors.blocked)('is blocked: %j', (raw) => expect(errors(raw)).toHaveLength(1));

  const warned = Object.entries(vectors.warned ?? {});
  if (warned.length > 0)
    test.each(warned)('%j passes with the warnings %j', (raw, codes) => {
      expect(findings(raw).map(({ level, code }) => [level, code])).toEqual(
        codes.map((code) => ['warning', code]),
      );
    });

  test(vectors.optional ? 'may be left out' : 'may not be left out', () => {
    const codes = vectors.optional ? [] : ['required'];
    expect(findings('').map(({ code }) => code)).toEqual(codes);
    expect(findings(' \t ').map(({ code }) => code)).toEqual(codes);
  });
});
