import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAll, checkField } from '../../../src/domain/forms/check.ts';
import { fieldsOf, sectionsOf } from '../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf } from '../../../src/domain/forms/form-of.ts';
import type { Value, Values } from '../../../src/domain/forms/values.ts';
import { wireBody } from '../../../src/domain/forms/wire-body.ts';
import { issueSentence } from '../../../src/features/form/shown-issues.ts';
import { allFields, completeCapture, kinds } from './builders.ts';

type Edit = readonly [name: string, value: Value];

const typed: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...' -/()+.@0123456789FAZK\u00A0\u202A'), maxLength: 30 }),
  fc.constantFrom('8506154800088', '+27 (0)82 123 4567', '8927010000001234560FF', '201512345607'),
);

const editOf = (kind: FormKind): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.tuple(fc.constantFrom('isBusinessCustomer', 'hasWorkAddress'), fc.boolean()),
    fc.tuple(
      fc.constant('identityKind'),
      fc.constantFrom('South African ID', 'Passport or permit'),
    ),
    fc.tuple(
      fc.constantFrom(
        ...allFields(kind)
          .filter(({ control }) => control !== 'radio' && control !== 'checkbox')
          .map(({ name }) => name),
      ),
      typed,
    ),
  );

const editsOf = (kind: FormKind): fc.Arbitrary<Values> =>
  fc.array(editOf(kind), { maxLength: 60 }).map((edits) => Object.fromEntries(edits));

const dataOf = (kind: FormKind, values: Values): Readonly<Record<string, unknown>> =>
  wireBody(formOf(kind), values, null, 'id').formData;

describe.each(kinds)('%s, after any edits and switches', (kind) => {
  test('the wire has exactly the filled fields that apply', () => {
    fc.assert(
      fc.property(editsOf(kind), (values) => {
        const applying = sectionsOf(formOf(kind), values)
          .flatMap((section) => fieldsOf(section, values))
          .filter(({ wire }) => wire !== 'local' && wire !== 'beside');
        const data = dataOf(kind, values);
        const filled = applying.filter((field) => {
          const value = values[field.name];
          return typeof value === 'string' && field.rule?.(values).normalise(value) !== '';
        });
        expect(Object.keys(data).toSorted()).toEqual(filled.map(({ name }) => name).toSorted());
        for (const [name, value] of Object.entries(data))
          expect(typeof value).toBe(name === 'businessType' ? 'number' : 'string');
      }),
    );
  });

  test('switching back and forth keeps the typed text', () => {
    fc.assert(
      fc.property(
        editsOf(kind),
        fc.constantFrom('isBusinessCustomer', 'hasWorkAddress'),
        (values, choice) => {
          const before = dataOf(kind, values);
          const away = { ...values, [choice]: values[choice] !== true };
          dataOf(kind, away);
          expect(dataOf(kind, { ...away, [choice]: values[choice] === true })).toEqual(before);
        },
      ),
    );
  });

  test('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(editsOf(kind), (values) => {
        const data = dataOf(kind, values);
        const again = Object.fromEntries(
          Object.entries(data).map(([name, value]) => [name, String(value)]),
        );
        expect(dataOf(kind, { ...values, ...again })).toEqual(data);
      }),
    );
  });

  test('no check throws, and each issue is at a field of its section, with a sentence', () => {
    fc.assert(
      fc.property(editsOf(kind), (values) => {
        for (const { section, problems } of checkAll(formOf(kind), completeCapture(values)))
          for (const issue of problems) {
            expect(section.fields.some(({ name }) => name === issue.at)).toBe(true);
            expect(issueSentence(issue, 'Label')).toMatch(/^[^{}]+$/);
          }
      }),
    );
  });

  test('any key of the server names one field or none', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const name = fieldForServerKey(formOf(kind), key);
        if (name !== undefined) expect(allFields(kind).map((field) => field.name)).toContain(name);
      }),
    );
  });

  // A long repetition of one character makes a backtracking pattern quadratic.
  test.each([' ', '0', '8', 'F', 'A', '/', '-', '(', '+', '.', '@', 'a@b.', 'ZA', '89F', '\u202A'])(
    'a megabyte of %j is judged at once in every field',
    (unit) => {
      const hostile = `${unit.repeat(1_000_000 / unit.length)}!`;
      // Measures the processor's time, because a busy machine takes longer by the clock.
      const start = process.threadCpuUsage().user;
      for (const field of allFields(kind)) {
        for (const values of [{}, { identityKind: 'Passport or permit', businessType: '1' }])
          checkField(field, { ...values, [field.name]: hostile });
      }
      expect((process.threadCpuUsage().user - start) / 1000).toBeLessThan(5_000);
    },
  );
});
