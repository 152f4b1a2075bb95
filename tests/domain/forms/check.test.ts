import { describe, expect, test } from 'vitest';
import { checkAll, checkSection, missingCount } from '../../../src/domain/forms/check.ts';
import { witnessOf } from '../../../src/domain/forms/customer.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Capture } from '../../../src/domain/forms/values.ts';
import { business, completeCapture, individual, kinds } from './builders.ts';

const problems = (kind: FormKind, capture: Capture) =>
  checkAll(formOf(kind), capture).flatMap((checked) => checked.problems);

const told = (kind: FormKind, capture: Capture) =>
  problems(kind, capture).map(({ at, code }) => `${at} ${code}`);

const empty: Capture = {
  values: {},
  fileCounts: {},
  location: null,
  withoutLocation: false,
  consent: false,
  hasSignature: false,
};

describe('a whole capture', () => {
  test.each(kinds)('%s: a complete form has no issues, individual or business', (kind) => {
    expect(told(kind, completeCapture(individual[kind]))).toEqual([]);
    expect(told(kind, completeCapture(business[kind]))).toEqual([]);
    expect(missingCount(formOf(kind), completeCapture(business[kind]))).toBe(0);
  });

  test('an empty registration lacks everything required, in the shown order', () => {
    expect(told('registration', empty)).toEqual([
      'title required-choice',
      'firstName required',
      'surname required',
      'idNumber required',
      'simCardNumber required',
      'streetName required',
      'suburb required',
      'city required',
      'idDocument required-file',
      'location required-location',
      'consent required-consent',
      'signature required-signature',
    ]);
    expect(missingCount(formOf('registration'), empty)).toBe(12);
  });

  test('an empty replacement of a business lacks everything required', () => {
    expect(told('replacement', { ...empty, values: { isBusinessCustomer: true } })).toEqual([
      'title required-choice',
      'firstName required',
      'surname required',
      'idNumber required',
      'businessName required',
      'entityRegistrationNumber required',
      'msisdn required',
      'simCardNumber required',
      'idDocument required-file',
      'location required-location',
      'consent required-consent',
      'signature required-signature',
    ]);
  });

  test('sections that do not apply are not checked', () => {
    const ids = (capture: Capture) =>
      checkAll(formOf('registration'), capture).map(({ section }) => section.id);
    expect(ids(empty)).not.toContain('business');
    expect(ids(completeCapture(business.registration))).toContain('business');
  });

  test('a text in a field that does not apply is never wrong', () => {
    const values = {
      ...individual.registration,
      workUnitNumber: 'x'.repeat(31),
      businessType: '?',
    };
    expect(told('registration', completeCapture(values))).toEqual([]);
  });

  test('warnings are reported but do not count as missing', () => {
    const capture = completeCapture({
      ...individual.registration,
      simCardNumber: '8927010000001234561',
    });
    expect(told('registration', capture)).toEqual(['simCardNumber iccid-check']);
    expect(missingCount(formOf('registration'), capture)).toBe(0);
  });
});

describe('documents', () => {
  const withFiles = (fileCounts: Capture['fileCounts']) =>
    told('registration', completeCapture(business.registration, { fileCounts }));

  test('a business needs its company document too', () => {
    expect(withFiles({ idDocument: 1 })).toEqual(['companyRegistrationDocument required-file']);
  });

  test('ten of a kind are fine and eleven are too many', () => {
    expect(withFiles({ idDocument: 10, companyRegistrationDocument: 1 })).toEqual([]);
    expect(withFiles({ idDocument: 11, companyRegistrationDocument: 1 })).toEqual([
      'idDocument too-many',
    ]);
  });

  test('a police affidavit is optional, but eleven are too many', () => {
    const withPolice = (policeDocument: number) =>
      told(
        'replacement',
        completeCapture(individual.replacement, { fileCounts: { idDocument: 1, policeDocument } }),
      );
    expect(withPolice(0)).toEqual([]);
    expect(withPolice(11)).toEqual(['policeDocument too-many']);
  });
});

describe('signing', () => {
  const signing = (changes: Partial<Capture>) =>
    told('registration', completeCapture(individual.registration, changes));

  test('accepts a form without a location if the person chose that', () => {
    expect(signing({ location: null })).toEqual(['location required-location']);
    expect(signing({ location: null, withoutLocation: true })).toEqual([]);
  });

  test('warns of an inaccurate location', () => {
    expect(signing({ location: { accuracy: 100 } })).toEqual([]);
    expect(signing({ location: { accuracy: 100.4 } })).toEqual(['location location-accuracy']);
    const far = completeCapture(individual.registration, { location: { accuracy: 3200.4 } });
    expect(problems('registration', far)).toEqual([
      { level: 'warning', code: 'location-accuracy', values: { metres: 3200 }, at: 'location' },
    ]);
    expect(missingCount(formOf('registration'), far)).toBe(0);
  });

  test('needs consent and signature', () => {
    expect(signing({ consent: false })).toEqual(['consent required-consent']);
    expect(signing({ hasSignature: false })).toEqual(['signature required-signature']);
  });

  test('needs mark and name of a witness if the customer cannot sign', () => {
    const witnessed = (witnessName: string, hasSignature: boolean, signedByName = false) => {
      const values = { ...individual.registration, cannotSign: true, witnessName, signedByName };
      return told('registration', completeCapture(values, { hasSignature }));
    };
    expect(witnessed(' ', false)).toEqual(['witnessName required', 'signature required-witness']);
    expect(witnessed('Nomsa Dlamini', true)).toEqual([]);
    // If the customer uses no pen, the customer's typed name counts as the mark.
    expect(witnessed('Nomsa Dlamini', false, true)).toEqual([]);
    expect(witnessed(' ', false, true)).toEqual(['witnessName required']);
    const own = { ...individual.registration, signedByName: true };
    expect(told('registration', completeCapture(own, { hasSignature: false }))).toEqual([
      'signature required-signature',
    ]);
    // If the customer signs after all, the app does not send the witness's typed name.
    const values = { cannotSign: false, witnessName: 'Nomsa Dlamini' };
    expect(witnessOf(values)).toBeNull();
    expect(witnessOf({ ...values, cannotSign: true, witnessName: ' Nomsa\u0000 ' })).toBe('Nomsa');
  });
});

describe('a SIM card number of another submission', () => {
  const elsewhere = new Map([['8927010000001234560', 'other-1']]);
  const withNumber = (simCardNumber: string) =>
    problems(
      'replacement',
      completeCapture(
        { ...individual.replacement, simCardNumber },
        { simCardNumbersElsewhere: elsewhere },
      ),
    );

  test('is a warning with the other submission’s id, in any spelling', () => {
    expect(withNumber('8927-0100 0000 1234 560 F')).toEqual([
      {
        level: 'warning',
        code: 'duplicate-sim',
        at: 'simCardNumber',
        otherId: 'other-1',
      },
    ]);
  });

  test('is not searched for another number or a wrong one', () => {
    expect(withNumber('8927100000001234561')).toEqual([]);
    const half = new Map([['89270100', 'other-1']]);
    const section = formOf('replacement').sections.find(({ id }) => id === 'sim');
    if (!section) throw new Error('no section sim');
    const values = { ...individual.replacement, simCardNumber: '89270100' };
    const capture = completeCapture(values, { simCardNumbersElsewhere: half });
    expect(checkSection(section, capture).map(({ code }) => code)).toEqual(['iccid-length']);
  });

  test('is only missing if it is empty', () => {
    expect(withNumber('').map(({ code }) => code)).toEqual(['required']);
  });
});
