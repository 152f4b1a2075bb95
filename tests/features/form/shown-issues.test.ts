import { describe, expect, test } from 'vitest';
import { checkField } from '../../../src/domain/forms/check.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { EMPTY_CONTEXT } from '../../../src/features/form/check-context.ts';
import { labelOf } from '../../../src/features/form/field-text.ts';
import {
  currentSection,
  formReducer,
  openingState,
  shownSections,
} from '../../../src/features/form/form-state.ts';
import {
  errorsIn,
  issueSentence,
  kindOfErrors,
  refusedHere,
} from '../../../src/features/form/shown-issues.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { fieldOf } from '../../domain/forms/builders.ts';

const said = (name: string, raw: string, values: Values = {}): string => {
  const field = fieldOf('registration', name);
  const label = labelOf(field, values);
  return checkField(field, { ...values, [name]: raw })
    .map((issue) => `${issue.code}: ${issueSentence(issue, label)}`)
    .join('\n');
};

const offer = 'Not a South African ID? Choose ‘Passport or permit’.';

describe('the messages about an ID number', () => {
  test.each([
    ['8001015009086', 'id-check: Check the number on the card. A digit is wrong.'],
    ['8506314800085', 'id-date: Check the first 6 digits. There is no 31 June.'],
    ['8506004800085', 'id-date: Check the first 6 digits. There is no 0 June.'],
    ['8513154800084', 'id-month: Check digits 3 and 4. There is no month 13.'],
    ['0000000000000', 'id-month: Check digits 3 and 4. There is no month 0.'],
    ['9902295000085', 'id-leap-day: Check the first 6 digits. That year had no 29 February.'],
    ['800101500908', 'id-length: An ID number has 13 digits. This has 12.'],
    ['80010150090871', 'id-length: An ID number has 13 digits. This has 14.'],
    ['80O1015009087', 'id-digits: Use digits only. Check for O in place of 0.'],
    ['A12345678', 'id-digits: Use digits only. Check for O in place of 0.'],
  ])('%s: names what is wrong and offers the other kind', (raw, start) => {
    const text = said('idNumber', raw);
    expect(text.startsWith(start)).toBe(true);
    expect(text).toContain(offer);
  });

  test('13 digits under Passport or permit are read as an ID number, and the message says so', () => {
    const text = said('idNumber', '8001015009086', { identityKind: 'Passport or permit' });
    expect(text).toContain('A digit is wrong.');
    expect(text).toContain('13 digits is a South African ID number.');
    expect(text).not.toContain(offer);
  });

  test('a missing number is named by the shown label', () => {
    expect(said('idNumber', '')).toBe('required: Enter the ID number');
    expect(said('idNumber', '', { identityKind: 'Passport or permit' })).toBe(
      'required: Enter the passport or permit number',
    );
  });
});

describe('the messages about other fields', () => {
  test('a missing choice asks to choose', () => {
    expect(said('title', '')).toBe('required-choice: Choose the title');
  });

  test('a text that is too long names its length and the limit', () => {
    expect(said('firstName', 'a'.repeat(100))).toBe('');
    expect(said('firstName', ` ${'a'.repeat(101)} `)).toMatch(
      /^too-long: Use 100 letters or fewer\. This has 101\./,
    );
    expect(said('unitNumber', 'a'.repeat(30))).toBe('');
    expect(said('unitNumber', 'a'.repeat(31))).toMatch(/^too-long/);
    expect(said('businessAddress', 'a'.repeat(250))).toBe('');
    expect(said('businessAddress', 'a'.repeat(251))).toMatch(/^too-long/);
  });

  test('a title from any list may have up to 100 characters', () => {
    expect(said('title', 'Inkosi')).toBe('');
    expect(said('title', 'x'.repeat(101))).toMatch(/^too-long/);
  });

  test('a business type is a number, as on the wire', () => {
    expect(said('businessType', '10')).toBe('');
    expect(said('businessType', '0')).toBe('');
    expect(said('businessType', 'Trust')).toMatch(/^business-type: /);
  });

  test('a registration number is required only from registered companies', () => {
    for (const businessType of ['1', '2', '3', '4'])
      expect(said('businessRegistrationNumber', '', { businessType })).toMatch(/^required/);
    for (const businessType of ['0', '5', '6', '7', '8', '9', '10', ''])
      expect(said('businessRegistrationNumber', '', { businessType })).toBe('');
  });

  test('a SIM card number has separate messages for letters, start and length', () => {
    expect(said('simCardNumber', '892701000000123456O')).toMatch(/^iccid-digits/);
    expect(said('simCardNumber', '0821234567')).toMatch(/^iccid-start/);
    expect(said('simCardNumber', '892701000')).toMatch(/^iccid-length: This number has 9/);
  });
});

describe('the line above a section', () => {
  const errorsOf = (values: Values, isChecked = true) => {
    const opened = openingState(formOf('registration'), newContent('registration', values));
    const section = currentSection(opened);
    return errorsIn({ ...opened, checked: isChecked ? [section.id] : [] }, section, EMPTY_CONTEXT);
  };
  const whole = { title: 'Ms', firstName: 'Thandi', surname: 'Nkosi', idNumber: '8001015009087' };

  test('counts the errors in their order, and none before the check', () => {
    expect(errorsOf({}, false)).toEqual([]);
    expect(errorsOf({}).map(({ name }) => name)).toEqual([
      'title',
      'firstName',
      'surname',
      'idNumber',
    ]);
    expect(errorsOf(whole)).toEqual([]);
  });

  test('knows a missing answer from a wrong one', () => {
    expect(kindOfErrors(errorsOf({}))).toBe('missing');
    expect(kindOfErrors(errorsOf({ ...whole, idNumber: '123' }))).toBe('change');
    expect(kindOfErrors(errorsOf({ ...whole, idNumber: '123', surname: '' }))).toBe('both');
  });

  test('knows the refused answers of a section, and whether they have changed', () => {
    const opened = openingState(formOf('registration'), {
      ...newContent('registration', whole),
      serverMessage: {
        heading: '',
        description: '',
        modelState: { IdNumber: ['Unknown.'] },
        httpStatus: 400,
      },
    });
    expect(refusedHere(opened, currentSection(opened))).toEqual({
      what: 'answer',
      isChanged: false,
    });
    const changed = formReducer(opened, { type: 'typed', name: 'idNumber', value: '1' });
    expect(refusedHere(changed, currentSection(changed))?.isChanged).toBe(true);
    const [, sim] = shownSections(opened);
    expect(sim && refusedHere(opened, sim)).toBeNull();
  });
});
