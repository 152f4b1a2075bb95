import { describe, expect, it } from 'vitest';
import {
  type FormVariant,
  kindOf,
  madeUpBody,
  valuesOf,
  wrongIdentity,
} from '../../../server/conformance/made-up-forms.ts';
import { checkField } from '../../../src/domain/forms/check.ts';
import { fieldsOf, sectionsOf } from '../../../src/domain/forms/form.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';

const id = '5f0c7a52-1f6a-4a39-9d0e-0d6f6f0c8f11';

/** Returns the fields that the app's own rules refuse. */
function refusedIn(variant: FormVariant): readonly string[] {
  const [form, values] = [formOf(kindOf(variant)), valuesOf(variant, 'Runtest', id)];
  return sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .filter((field) => checkField(field, values).some(({ level }) => level === 'error'))
    .map(({ name }) => name);
}

describe('a made-up form', () => {
  it.each([
    'individual',
    'bare',
    'bareAtZero',
    'business',
    'replacement',
    'replacementBusiness',
    'corrected',
  ] as const)('%s is one that the app would let an agent send', (variant) => {
    expect(refusedIn(variant)).toEqual([]);
  });

  it('has exactly one wrong field if a wrong form is requested', () => {
    expect(refusedIn('wrong')).toEqual(Object.keys(wrongIdentity));
  });

  it.each([
    ['replacement', false],
    ['replacementBusiness', true],
    ['individual', false],
    ['business', true],
  ] as const)('%s says whether the customer is a business', (variant, isBusinessCustomer) => {
    expect(madeUpBody(variant, 'Runtest', id)).toMatchObject({ isBusinessCustomer });
  });
});
