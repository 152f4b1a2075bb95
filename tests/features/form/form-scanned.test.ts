import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { scannedTexts } from '../../../src/domain/forms/next-customer.ts';
import type { Reading } from '../../../src/domain/scan.ts';
import {
  type FormAction,
  formReducer,
  openingState,
} from '../../../src/features/form/form-state.ts';
import { isSameText, takeScan } from '../../../src/features/form/lazy/scan-part.tsx';
import { type DraftContent, newContent } from '../../../src/store/drafts/draft-content.ts';
import { fieldOf } from '../../domain/forms/builders.ts';

const scanned = { simCardNumber: '8927010000001234560', firstName: 'Thandi' };
const state = openingState(formOf('registration'), {
  ...newContent('registration', { firstName: 'Thandi' }),
  scanned,
});

describe('the scanned texts of a form', () => {
  it('lose a field as soon as it is edited', () => {
    const edited = formReducer(state, { type: 'typed', name: 'firstName', value: 'Thando' });
    expect(edited.content.scanned).toEqual({ simCardNumber: scanned.simCardNumber });
  });

  it('stay while the value stays', () => {
    const same = formReducer(state, { type: 'typed', name: 'firstName', value: 'Thandi' });
    expect(same.content.scanned).toEqual(scanned);
  });

  it('are replaced by a scan, which changes no value', () => {
    const next = formReducer(state, {
      type: 'scanned',
      scanned: { firstName: 'Thando' },
      matched: ['surname'],
    });
    expect(next.content).toEqual({ ...state.content, scanned: { firstName: 'Thando' } });
    expect(next.matched).toEqual(['surname']);
  });
});

const form = formOf('registration');
const sim = '8927010000001234560';
const card: Reading = {
  status: 'identity',
  number: '8001015009087',
  firstName: 'Thandiwe Nomvula',
  lastName: 'van der Merwe',
  isCard: true,
};

/** Returns the form's state after a scan. */
function afterScan(content: Partial<DraftContent>, reading: Reading) {
  const actions: FormAction[] = [];
  const before = openingState(form, { ...newContent('registration'), ...content });
  takeScan(form, before.content, reading, (action) => void actions.push(action));
  return actions.reduce(formReducer, before);
}

describe('a scan', () => {
  it('fills empty fields, and remembers what it filled', () => {
    const { content, matched } = afterScan({}, card);
    expect(content.values).toEqual({
      firstName: 'Thandiwe Nomvula',
      surname: 'van der Merwe',
      idNumber: '8001015009087',
    });
    expect(content.scanned).toEqual(content.values);
    expect(matched).toEqual([]);
  });

  it('overwrites nothing that was typed', () => {
    const values = { firstName: 'Thandi', surname: 'VAN DER MERWÉ' };
    const { content, matched } = afterScan({ values }, card);
    expect(content.values).toEqual({ ...values, idNumber: '8001015009087' });
    expect(content.scanned?.['firstName']).toBe('Thandiwe Nomvula');
    expect(matched).toEqual(['surname']);
  });

  it.each([
    ['a card without a typed number', {}, card, 'South African ID'],
    ['a card beside a typed number', { idNumber: 'A123' }, card, 'Passport or permit'],
    ['a book', {}, { ...card, isCard: false }, 'Passport or permit'],
  ])('of %s leaves or sets the kind of document', (_, values, reading, kind) => {
    const typed = { ...values, identityKind: 'Passport or permit' };
    expect(afterScan({ values: typed }, reading).content.values['identityKind']).toBe(kind);
  });

  it('keeps the scanned texts of other fields', () => {
    const earlier = { values: { firstName: 'Zoë' }, scanned: { firstName: 'Zoë' } };
    const { content } = afterScan(earlier, { status: 'sims', numbers: [sim] });
    expect(content.scanned).toEqual({ firstName: 'Zoë', simCardNumber: sim });
  });

  it('of a refused barcode fills nothing', () => {
    expect(scannedTexts({ status: 'refused', reason: 'licence' })).toEqual({});
    expect(scannedTexts({ status: 'imei', number: '490154203237518' })).toEqual({
      deviceImei: '490154203237518',
    });
  });
});

describe('a typed and a scanned text', () => {
  it.each([
    ['simCardNumber', '8927 0100-0000 1234 560F', sim, true],
    ['simCardNumber', '8927010000001234561', sim, false],
    ['firstName', 'zoe  ANN', 'Zoë Ann', true],
    ['firstName', 'Zoe', 'Zoë Ann', false],
    ['idNumber', '800101 5009 087', '8001015009087', true],
  ])('of %s: %s and %s', (name, typed, text, isSame) => {
    expect(isSameText(fieldOf('registration', name), { [name]: typed }, text)).toBe(isSame);
  });
});
