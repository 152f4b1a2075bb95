import { describe, expect, it } from 'vitest';
import { type Section, sectionsOf } from '../../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../../src/domain/forms/form-of.ts';
import { builtInOptions } from '../../../../src/domain/forms/options.ts';
import type { Values } from '../../../../src/domain/forms/values.ts';
import { attachmentId, submissionId } from '../../../../src/domain/ids.ts';
import { type Reviewed, reviewRows } from '../../../../src/features/form/lazy/form-review.tsx';
import { type DraftContent, newContent } from '../../../../src/store/drafts/draft-content.ts';
import type { AttachmentRow } from '../../../../src/store/format/rows.ts';
import { business, individual } from '../../../domain/forms/builders.ts';

const photo: AttachmentRow = {
  id: attachmentId('1'),
  submissionId: submissionId('2'),
  kind: 'idDocument',
  fileName: 'id-document-00000001.jpg',
  originalName: 'front.jpg',
  type: 'image/jpeg',
  size: 42,
  sha256: '',
  sequence: 1,
  addedAt: 0,
};
const reviewed = (values: Values, change: Partial<DraftContent> = {}): Reviewed => ({
  content: { ...newContent('registration', values), ...change },
  options: builtInOptions,
  files: [photo, { ...photo, id: attachmentId('3'), originalName: 'back.jpg' }],
  preparing: [{ kind: 'idDocument', name: 'third.jpg' }],
  hasSignature: true,
});
const sectionOf = (kind: FormKind, id: Section['id'], values: Values): Section => {
  const found = sectionsOf(formOf(kind), values).find((section) => section.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
};
const facts = (id: Section['id'], values: Values, change: Partial<DraftContent> = {}) =>
  Object.fromEntries(
    reviewRows(sectionOf('registration', id, values), reviewed(values, change)).map(
      ({ name, lines }) => [name, lines],
    ),
  );

describe('the review', () => {
  it('shows each answer under its label, and each choice as text', () => {
    expect(facts('customer', business.registration)).toMatchObject({
      Name: ['Ms Thandi Nkosi, business'],
      'Passport or permit number': ['a12345678'],
    });
    expect(facts('business', business.registration)).toMatchObject({
      'Type of business': ['Private company'],
      'Business address': ['1 Main Road', 'Polokwane'],
    });
  });

  it('leaves out empty and unticked fields', () => {
    expect(facts('customer', {})).toEqual({});
    const shown = facts('address', individual.registration);
    expect(shown['Suburb and town']).toEqual(['Ga-Mothapo, Polokwane']);
    expect(Object.keys(shown)).not.toContain('Add a work address');
    expect(Object.keys(shown)).not.toContain('Unit number');
  });

  it('still shows a choice that the list no longer has', () => {
    expect(facts('customer', { title: 'Kgosi' })['Name']).toEqual(['Kgosi, individual']);
  });

  it('shows each file, and names each unsaved file', () => {
    const [documents] = reviewRows(
      sectionOf('registration', 'documents', individual.registration),
      reviewed(individual.registration),
    );
    expect(documents).toMatchObject({
      name: 'ID document',
      lines: ['third.jpg, being saved'],
      files: [{ originalName: 'front.jpg' }, { originalName: 'back.jpg' }],
    });
  });

  it('shows the location, the consent and the signature', () => {
    const location = { latitude: -33.918861, longitude: 18.4233, accuracy: 12.4, at: 0 };
    expect(facts('sign', {}, { location, consent: true })).toEqual({
      Location: ['To 12 m'],
      'Agrees to the terms': ['Yes'],
      Signature: ['Signed'],
    });
    expect(facts('sign', {}, { withoutLocation: true })['Location']).toEqual(['No location']);
    expect(Object.keys(facts('sign', {}))).not.toContain('Location');
  });
});
