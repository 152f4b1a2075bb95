import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import {
  type CheckContext,
  currentSection,
  type FormState,
  formReducer,
  openingState,
} from '../../../src/features/form/form-state.ts';
import { shownAt } from '../../../src/features/form/shown-issues.ts';
import { type DraftContent, newContent } from '../../../src/store/drafts/draft-content.ts';
import { individual } from '../../domain/forms/builders.ts';

const context: CheckContext = {
  files: [],
  fileCounts: { idDocument: 1, companyRegistrationDocument: 1 },
  hasSignature: true,
  simCardNumbersElsewhere: new Map(),
};
const opened = (values: Values, change: Partial<DraftContent>): FormState =>
  openingState(formOf('registration'), { ...newContent('registration', values), ...change });
const here = (state: FormState) => state.content.section;
const finished = { consent: true, withoutLocation: true } as const;

describe('a card with only its front', () => {
  const front = {
    id: attachmentId('front'),
    originalName: 'front.jpg',
    kind: 'idDocument',
    slot: 0,
    type: 'image/jpeg',
  } as const;
  const frontOnly: CheckContext = { ...context, files: [front] };
  const inDocuments = (values: Values) =>
    opened({ ...individual.registration, ...values }, { section: 'documents' });
  const pressed = (state: FormState, files: CheckContext['files'] = [front]) =>
    formReducer(state, { type: 'checked', context: { ...context, files } });

  it('stops ‘Next’ once, and the second press continues', () => {
    const asked = pressed(inDocuments({}));
    expect(here(asked)).toBe('documents');
    expect(
      shownAt(asked, currentSection(asked), frontOnly, 'idDocument').warnings.map(
        ({ text }) => text,
      ),
    ).toEqual(['The back is missing']);
    expect(here(pressed(asked))).toBe('sign');
  });

  it('is not needed to ask for the front, if only the back is there', () => {
    const backOnly = [{ ...front, slot: 1 }];
    const asked = pressed(inDocuments({}), backOnly);
    expect(here(asked)).toBe('documents');
    const { warnings } = shownAt(
      asked,
      currentSection(asked),
      { ...frontOnly, files: backOnly },
      'idDocument',
    );
    expect(warnings.map(({ text }) => text)).toEqual(['The front is missing']);
    expect(here(pressed(asked, backOnly))).toBe('sign');
  });

  it('is accepted as a PDF, which may have both pages', () => {
    expect(here(pressed(inDocuments({}), [{ ...front, type: 'application/pdf' }]))).toBe('sign');
  });

  const withoutBack = { type: 'usedAnyway', at: 'idDocument', code: 'missing-back' } as const;

  it('does not stop again after the person continued without the back', () => {
    const asked = pressed(inDocuments({}));
    const used = formReducer(asked, { ...withoutBack, context: frontOnly });
    const back = formReducer(pressed(used), { type: 'moved', section: 'documents' });
    expect(here(pressed(back))).toBe('sign');
  });

  it('does not stop Submit', () => {
    const state = opened(individual.registration, { section: 'review', ...finished });
    expect(formReducer(state, { type: 'checkedAll', context: frontOnly })).toBe(state);
  });

  it.each([
    ['a green book', { isIdBook: true }, undefined],
    ['a passport', { identityKind: 'Passport or permit', idNumber: 'A1234567' }, undefined],
    ['a card with its back', {}, [front, { ...front, slot: 1 }]],
  ])('is not what %s lacks', (_, values, files) => {
    expect(here(pressed(inDocuments(values), files))).toBe('sign');
  });
});
