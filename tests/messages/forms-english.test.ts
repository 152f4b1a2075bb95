import { describe, expect, expectTypeOf, it } from 'vitest';
import { fieldsWithin, filesOf, sectionsOf } from '../../src/domain/forms/form.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { formOf, type LabelName } from '../../src/domain/forms/form-of.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import { hintOf, labelOf } from '../../src/features/form/field-text.ts';
import type { IssueTexts } from '../../src/features/form/shown-issues.ts';
import { fields, sections } from '../../src/messages/fields.ts';
import { issues } from '../../src/messages/form.ts';

type Labels = Readonly<Record<LabelName, string>>;

/** By section: the label of every separate field for these values, and every kind of document. */
function namesOf(kind: FormKind, values: Values) {
  return sectionsOf(formOf(kind), values).map((section) => [
    sections[section.id],
    ...fieldsWithin(section, values, undefined).map((field) => labelOf(field, values)),
    ...filesOf(section, values).map((file) => fields.document[file.kind]),
  ]);
}

const business = { isBusinessCustomer: true, hasWorkAddress: true };

/*
 * External tests find the fields by these names, and agents know them, so they are exact in English. A deliberate change of a name
 * changes this list, too.
 */
describe('the names on a form', () => {
  it('are exact on a registration', () => {
    expect(namesOf('registration', business)).toEqual([
      [
        'Customer',
        'Customer type',
        'Title',
        'First name',
        'Surname',
        'Identity document type',
        'ID number',
        'Cellphone',
        'Telephone',
        'Email address',
      ],
      [
        'Business',
        'Business name',
        'Type of business',
        'Business registration number',
        'VAT number',
        'Business address',
        'Nature of business',
        'Key contact first name',
        'Key contact surname',
        'Key contact designation',
      ],
      ['SIM card', 'SIM card number'],
      [
        'Address',
        'Street or place',
        'Suburb or village',
        'City or town',
        'Unit number',
        'Complex name',
        'Add a work address',
        'Work street or place',
        'Work suburb or village',
        'Work city or town',
        'Work unit number',
        'Work complex name',
      ],
      ['Documents', 'ID document', 'Company registration document'],
      ['Sign'],
      ['Review'],
    ]);
  });

  it('are exact on a replacement', () => {
    expect(namesOf('replacement', business)).toEqual([
      [
        'Customer',
        'Customer type',
        'Title',
        'First name',
        'Surname',
        'Identity document type',
        'ID number',
        'Business name',
        'Entity registration number',
        'Customer account number',
      ],
      ['SIM card', 'Cellphone number to keep', 'New SIM card number', 'IMSI', 'Device IMEI'],
      ['Documents', 'ID document', 'Police affidavit'],
      ['Sign'],
      ['Review'],
    ]);
  });

  it('name the passport number correctly', () => {
    const [customer = []] = namesOf('registration', { identityKind: 'Passport or permit' });
    expect(customer).toContain('Passport or permit number');
    expect(customer).not.toContain('ID number');
  });

  it('are exact in choices, hints and parts', () => {
    expect(fields.option).toEqual({
      individual: 'Individual',
      business: 'Business',
      saId: 'South African ID',
      passport: 'Passport or permit',
    });
    expect(hintOf('streetName')).toBe('No street name? Write what is near, like a school or shop.');
    expect(hintOf('deviceImei')).toBe('Dial *#06# on the phone to see it.');
    expect(hintOf('policeDocument')).toBe('Needed if the SIM was lost or stolen.');
    expect(fields.part.signature).toBe('Signature');
  });
});

it('the compiler reports a missing label and a missing sentence', () => {
  const refused = () => {
    const { imsi: _label, ...labels } = fields.label;
    // @ts-expect-error: a field has no label
    const named: Labels = labels;
    const { 'vat-check': _sentence, ...sentences } = issues;
    // @ts-expect-error: a code has no sentence
    const said: IssueTexts = sentences;
    return [named, said];
  };
  expectTypeOf(fields.label).toExtend<Labels>();
  expectTypeOf(issues).toExtend<IssueTexts>();
  expect(refused).toBeTypeOf('function');
});
