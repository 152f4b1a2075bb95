import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { formReducer, openingState } from '../../../src/features/form/form-state.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';

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
