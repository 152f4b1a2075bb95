import { expect, it } from 'vitest';
import { formOf } from '../../../../src/domain/forms/form-of.ts';
import { attachmentId } from '../../../../src/domain/ids.ts';
import { EMPTY_CONTEXT } from '../../../../src/features/form/check-context.ts';
import { currentSection, openingState } from '../../../../src/features/form/form-state.ts';
import { hasAllPages } from '../../../../src/features/form/lazy/part-views.tsx';
import { newContent } from '../../../../src/store/drafts/draft-content.ts';
import { individual } from '../../../domain/forms/builders.ts';

const state = openingState(formOf('registration'), {
  ...newContent('registration', individual.registration),
  section: 'documents',
});

it.each([
  ['the front and the back', [0, 1], true],
  ['the front', [0], false],
  ['the back and a third page', [1, 2], false],
])('the form presses ‘Next’ by itself only with both sides of a card: %s', (_, slots, has) => {
  const files = slots.map((slot) => ({
    id: attachmentId(`page-${slot}`),
    kind: 'idDocument' as const,
    originalName: `${slot}.jpg`,
    slot,
    type: 'image/jpeg',
    verdict: 'good',
  }));
  const context = { ...EMPTY_CONTEXT, files, fileCounts: { idDocument: files.length } };
  expect(hasAllPages(state, currentSection(state), context)).toBe(has);
});
