import { expect, it } from 'vitest';
import { formOf } from '../../../../src/domain/forms/form-of.ts';
import { attachmentId, submissionId } from '../../../../src/domain/ids.ts';
import { EMPTY_CONTEXT } from '../../../../src/features/form/check-context.ts';
import {
  currentSection,
  formReducer,
  openingState,
} from '../../../../src/features/form/form-state.ts';
import { goneFile } from '../../../../src/features/form/lazy/submit-form.tsx';
import { refusedHere } from '../../../../src/features/form/shown-issues.ts';
import { newContent } from '../../../../src/store/drafts/draft-content.ts';
import type { AttachmentRow } from '../../../../src/store/format/rows.ts';
import { individual } from '../../../domain/forms/builders.ts';

const file = { part: 'idDocument', attachmentId: attachmentId('blurred') } as const;
const message = {
  heading: '',
  description: '',
  modelState: { Files: ['Too blurred.'] },
  httpStatus: 400,
  file,
};
const photo: AttachmentRow = {
  id: file.attachmentId,
  submissionId: submissionId('made-up'),
  kind: 'idDocument',
  fileName: 'id-document-00000001.jpg',
  originalName: 'id-card.jpg',
  type: 'image/jpeg',
  size: 2000,
  sha256: '',
  sequence: 1,
  addedAt: 1,
};
const read = (...ids: readonly string[]) => ({
  ...EMPTY_CONTEXT,
  files: ids.map((id) => ({ ...photo, id: attachmentId(id) })),
});

it('is gone once the files are read and it is not among them', () => {
  expect(goneFile(message, EMPTY_CONTEXT)).toBeUndefined();
  expect(goneFile(message, read('blurred', 'sharp'))).toBeUndefined();
  expect(goneFile(message, read('sharp'))).toBe('idDocument');
  expect(goneFile(message, read())).toBe('idDocument');
});

it('says nothing about a message without a file, or about a signature', () => {
  const { file: _, ...rest } = message;
  expect(goneFile(rest, read())).toBeUndefined();
  expect(goneFile({ ...rest, file: { ...file, part: 'signature' } }, read())).toBeUndefined();
});

it('takes the whole message with it, and its section counts as changed', () => {
  const content = {
    ...newContent('registration', individual.registration),
    serverMessage: message,
  };
  const refused = openingState(formOf('registration'), content);
  const section = currentSection(refused);
  expect(refusedHere(refused, section)).toEqual({ what: 'photo', isChanged: false });
  const replaced = formReducer(refused, { type: 'replaced', part: 'idDocument' });
  expect(replaced.content.serverMessage).toBeNull();
  expect(refusedHere(replaced, section)).toEqual({ what: 'photo', isChanged: true });
});
