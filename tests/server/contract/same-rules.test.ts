import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFormRequest } from '../../../server/validation/form-request.ts';
import { checkAll } from '../../../src/domain/forms/check.ts';
import { type Field, fieldsOf, sectionsOf } from '../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf } from '../../../src/domain/forms/form-of.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { wireBody } from '../../../src/domain/forms/wire-body.ts';
import { business, completeCapture, individual, kinds } from '../../domain/forms/builders.ts';

/** Returns the fields at which the app finds an error. */
const appRefuses = (kind: FormKind, values: Values): string[] =>
  checkAll(formOf(kind), completeCapture(values))
    .flatMap(({ problems }) => problems)
    .filter(({ level }) => level === 'error')
    .map(({ at }) => at);

/** Returns the fields at which the server finds an error in the app's request body. The names are the app's. */
function serverRefuses(kind: FormKind, values: Values): string[] {
  const form = formOf(kind);
  const location = { latitude: -33.9, longitude: 18.4 };
  // JSON as on the wire: it drops undefined members.
  const body = JSON.parse(JSON.stringify(wireBody(form, values, location, randomUUID())));
  const parsed = parseFormRequest(kind, body, false);
  return parsed.status === 'valid'
    ? []
    : parsed.problems.map(({ at }) => fieldForServerKey(form, at) ?? at);
}

/** The fields that a person types or chooses in the app, for these values. */
const typedFields = (kind: FormKind, values: Values): readonly Field[] =>
  sectionsOf(formOf(kind), values)
    .flatMap((section) => fieldsOf(section, values))
    .filter(({ control }) => control !== 'radio' && control !== 'checkbox');

const customers: readonly (readonly [FormKind, string, Values])[] = kinds.flatMap((kind) => [
  [kind, 'individual', individual[kind]] as const,
  [kind, 'business', business[kind]] as const,
]);

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', 'O’Brien-van der Merwe', '\u200fשרה', 'a\0b', '\ud83d', 'x'.repeat(31)),
);

/** Entries that people may type into a field. Most of them are valid. */
function entryFor(field: Field): fc.Arbitrary<string> {
  switch (field.name) {
    case 'title':
    case 'businessType': {
      const list = field.name === 'title' ? builtInOptions.titles : builtInOptions.businessTypes;
      return fc.constantFrom(...list.map(({ value }) => value));
    }
    case 'idNumber':
      return fc.oneof(
        fc.constantFrom(
          '850615 4800 08 8',
          '0002295000083',
          ' a12345678 ',
          'PT AABC-0123',
          'ab/12',
          'A 12',
          'a  1',
        ),
        digits(13),
        text,
      );
    case 'simCardNumber':
      return fc.oneof(
        digits(16).map((rest) => `89${rest}`),
        digits(18).map((rest) => `8927 ${rest.slice(2)}FF`),
        fc.constant('8927 0100 0000 1234 560'),
      );
    case 'cellphone':
    case 'telephone':
    case 'msisdn':
      return fc.oneof(
        digits(8).map((rest) => `08${rest}`),
        digits(7).map((rest) => `+27 (0)82 ${rest}`),
        fc.constantFrom('+263771234567', '0027 82 123 4567', ''),
      );
    case 'emailAddress':
      return fc.oneof(fc.emailAddress(), fc.constantFrom('', ' naïve@exämple.com '));
    case 'businessVatNumber':
      return fc.oneof(
        digits(9).map((rest) => `ZA 4${rest}`),
        fc.constant(''),
      );
    case 'imsi':
      return fc.oneof(digits(15), digits(14), fc.constant(''));
    case 'deviceImei':
      return fc.oneof(digits(16), fc.constantFrom('35-209900-176148-1', ''));
    default:
      return text;
  }
}

describe.each(customers)(
  'the app’s rules and the server’s for a %s of a customer that is: %s',
  (kind, _, base) => {
    const edits = fc
      .record(
        Object.fromEntries(typedFields(kind, base).map((field) => [field.name, entryFor(field)])),
        { requiredKeys: [] },
      )
      .chain((changes) =>
        fc.constantFrom('South African ID', 'Passport or permit').map((identityKind) => ({
          ...base,
          ...changes,
          identityKind,
        })),
      );

    it('the server accepts every body that the app accepts', () => {
      let passed = 0;
      fc.assert(
        fc.property(edits, (values) => {
          // Replaces each value that the app refuses by a valid one.
          const wrong = appRefuses(kind, values);
          const mended: Values = {
            ...values,
            ...(wrong.includes('idNumber') ? { identityKind: base['identityKind'] ?? '' } : {}),
            ...Object.fromEntries(wrong.map((name) => [name, base[name] ?? ''])),
          };
          fc.pre(appRefuses(kind, mended).length === 0);
          passed += 1;
          expect(serverRefuses(kind, mended)).toEqual([]);
        }),
        { numRuns: 300 },
      );
      expect(passed).toBeGreaterThanOrEqual(300);
    });

    const wrongEntries: Readonly<Record<string, readonly string[]>> = {
      idNumber: [
        '8001015009086',
        '8513154800084',
        '9902295000085',
        'ABCDEFGH',
        '1',
        '-123',
        `A1${'2'.repeat(20)}`,
      ],
      simCardNumber: [
        '8827010000001234560',
        '892701000000123456789',
        '89270100000012345',
        '8927O10000001234560',
      ],
      cellphone: ['+2782123456', '0021', '082 123 456', '+279'],
      telephone: ['+2782123456', 'none'],
      msisdn: ['0211234567', '+2782123456', '123'],
      emailAddress: ['a@b', 'a b@example.co.za', `${'a'.repeat(250)}@example.co.za`],
      businessType: ['none', '1.5', '-1'],
      businessVatNumber: ['3012345676', '401234567', '40123456789'],
      imsi: ['6550101234567', '65501012345678901', '65501O123456789'],
      deviceImei: ['352099001761482', '3520990017614', '35209900176148111'],
    };

    it.each(['A 12', 'A  1', 'a 1/2', 'p 1234567', 'AB 123456789012345 7'])(
      'the app checks the passport number %j before it removes spaces, so the server accepts it',
      (idNumber) => {
        const values = { ...base, idNumber, identityKind: 'Passport or permit' };
        expect([appRefuses(kind, values), serverRefuses(kind, values)]).toEqual([[], []]);
      },
    );

    it('the app refuses a passport number of two characters, which the server cannot tell from a spaced one', () => {
      const values = { ...base, idNumber: 'A1', identityKind: 'Passport or permit' };
      expect([appRefuses(kind, values), serverRefuses(kind, values)]).toEqual([['idNumber'], []]);
    });

    const violations = typedFields(kind, base).flatMap((field): (readonly [string, string])[] => {
      const { maxLength } = field.rule?.(base) ?? {};
      const isList = field.control === 'select';
      return [
        ...(field.required(base) ? ['', '  '].map((entry) => [field.name, entry] as const) : []),
        ...(maxLength !== undefined && !isList
          ? [[field.name, 'x'.repeat(maxLength + 1)] as const]
          : []),
        ...(wrongEntries[field.name] ?? []).map((entry) => [field.name, entry] as const),
      ];
    });

    it.each(violations)('both refuse only %s for %j', (name, entry) => {
      const values = { ...base, [name]: entry, identityKind: 'Passport or permit' };
      expect(appRefuses(kind, values)).toEqual([name]);
      // The server accepts a partial work address on purpose.
      const isOfWorkAddress = name.startsWith('work') && entry.trim() === '';
      expect(serverRefuses(kind, values)).toEqual(isOfWorkAddress ? [] : [name]);
    });
  },
);

describe.each(kinds)('a correction of a %s', (kind) => {
  const formOfCustomer = wireBody(formOf(kind), individual[kind], null, randomUUID());
  const body = { ...formOfCustomer, corrects: randomUUID().toUpperCase() };

  it('is accepted only where the server announces it', () => {
    const accepted = parseFormRequest(kind, body, true);
    expect(accepted).toMatchObject({ status: 'valid', corrects: body.corrects.toLowerCase() });
    const refused = parseFormRequest(kind, body, false);
    expect(refused).toMatchObject({ problems: [{ code: 'unknown-member' }] });
    expect(parseFormRequest(kind, formOfCustomer, true)).toMatchObject({ corrects: null });
  });

  it.each([null, '', 'x', 1])('names a form by its id, not by %s', (corrects) => {
    const parsed = parseFormRequest(kind, { ...formOfCustomer, corrects }, true);
    expect(parsed).toMatchObject({ problems: [{ code: 'malformed-corrects' }] });
  });
});
