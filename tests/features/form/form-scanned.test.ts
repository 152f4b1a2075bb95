import { describe, expect, it, vi } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { scannedTexts } from '../../../src/domain/forms/next-customer.ts';
import type { Reading } from '../../../src/domain/scan.ts';
import {
  type FormAction,
  type FormState,
  formReducer,
  openingState,
} from '../../../src/features/form/form-state.ts';
import {
  isSameText,
  openQuestion,
  stopNextOnce,
  takeScan,
} from '../../../src/features/form/lazy/scan-part.tsx';
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

const typed = (name: string, value: string): FormAction => ({ type: 'typed', name, value });

/** Takes one scan. `doubtful`: the names that it does not confirm. */
function scanIn(before: FormState, reading: Reading) {
  const actions: FormAction[] = [];
  const doubtful = takeScan(before, reading, (action) => void actions.push(action));
  return { doubtful, state: actions.reduce(formReducer, before) };
}

const formWith = (content: Partial<DraftContent>): FormState =>
  openingState(form, { ...newContent('registration'), ...content });

/** Returns the form's state after a scan. */
const afterScan = (content: Partial<DraftContent>, reading: Reading) =>
  scanIn(formWith(content), reading).state;

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
    const before = { ...values, identityKind: 'Passport or permit' };
    expect(afterScan({ values: before }, reading).content.values['identityKind']).toBe(kind);
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

describe("a scan of another customer's book", () => {
  const book: Reading = {
    status: 'identity',
    number: '0002295000083',
    firstName: null,
    lastName: null,
    isCard: false,
  };

  it('removes the names of the first card, and asks for a look at them', () => {
    const first = afterScan({}, card);
    const { doubtful, state: next } = scanIn(formReducer(first, typed('idNumber', '')), book);
    expect(doubtful).toEqual(['firstName', 'surname']);
    expect(next.content.values).toEqual({ firstName: '', surname: '', idNumber: book.number });
    expect(next.content.scanned).toEqual({ idNumber: book.number });
  });

  it('keeps typed names, also those that matched the first card, without their tick', () => {
    const values = { firstName: 'Thandi', surname: 'van der Merwe' };
    const first = scanIn(afterScan({ values }, card), { status: 'sims', numbers: [sim] }).state;
    expect(first.matched).toEqual(['surname']);
    const { doubtful, state: next } = scanIn(formReducer(first, typed('idNumber', '')), book);
    expect(doubtful).toEqual(['firstName', 'surname']);
    expect(next.content.values).toMatchObject({ ...values, idNumber: book.number });
    expect(next.content.scanned).toEqual({ simCardNumber: sim, idNumber: book.number });
  });

  it("keeps the names while the first customer's number stays, without their tick", () => {
    const { doubtful, state: next } = scanIn(afterScan({}, card), book);
    expect(doubtful).toEqual(['firstName', 'surname']);
    expect(next.content.values).toEqual(afterScan({}, card).content.values);
    expect(next.content.scanned).toEqual({ idNumber: book.number });
  });

  it('removes only the name that the new card does not have', () => {
    const first = formReducer(afterScan({}, card), typed('idNumber', ''));
    const { doubtful, state: next } = scanIn(first, { ...book, lastName: 'Nkosi' });
    expect(doubtful).toEqual(['firstName']);
    expect(next.content.values).toMatchObject({ firstName: '', surname: 'van der Merwe' });
    expect(next.content.scanned).toEqual({ surname: 'Nkosi', idNumber: book.number });
  });

  it('is in doubt about typed names, but not about the same number or an empty form', () => {
    expect(scanIn(formWith({ values: { surname: 'Nkosi' } }), book).doubtful).toEqual(['surname']);
    expect(scanIn(formWith({}), book).doubtful).toEqual([]);
    const same = scanIn(afterScan({}, card), { ...book, number: '8001015009087' });
    expect(same.doubtful).toEqual([]);
    expect(same.state.content.scanned).toEqual(same.state.content.values);
  });
});

describe('a scan that differs from what is typed', () => {
  const typedSim = '8927010000001234586';
  const differs = { values: { simCardNumber: typedSim }, scanned: { simCardNumber: sim } };

  it('is an open question until the person chooses', () => {
    const asked = formWith(differs);
    expect(openQuestion(asked)).toEqual({ section: 'sim', at: 'simCardNumber' });
    const used = formReducer(asked, typed('simCardNumber', sim));
    expect(openQuestion(used)).toBeUndefined();
    const kept = formReducer(asked, { type: 'scanned', scanned: {}, matched: [] });
    expect(openQuestion(kept)).toBeUndefined();
  });

  it.each([
    ['the same number', { ...differs, scanned: { simCardNumber: typedSim } }],
    ['a number that is to be scanned', { ...differs, scanned: { simCardNumber: '' } }],
    ['a field that the form does not show', { scanned: { deviceImei: '490154203237518' } }],
  ])('is none for %s', (_, content) => {
    expect(openQuestion(formWith(content))).toBeUndefined();
  });

  it("stops the form's next press of 'Next', and not the second", () => {
    const [page, later] = [new EventTarget(), vi.fn()];
    const places: string[] = [];
    for (const place of ['first name', 'surname'])
      stopNextOnce(page, () => void places.push(place));
    page.addEventListener('submit', later);
    const press = () => page.dispatchEvent(new Event('submit', { cancelable: true }));
    const stopped = press();
    expect([stopped, places]).toEqual([false, ['first name']]);
    expect([press(), places]).toEqual([true, ['first name']]);
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
