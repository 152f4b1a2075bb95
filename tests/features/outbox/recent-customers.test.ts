import { expect, it } from 'vitest';
import { attachmentId, submissionId } from '../../../src/domain/ids.ts';
import { createRecentCustomers } from '../../../src/features/outbox/recent-customers.ts';
import type { CopiedFiles } from '../../../src/store/drafts/draft-opening.ts';
import { minutes } from './submissions.ts';

const id = submissionId('one');
const customer: CopiedFiles = {
  kind: 'registration',
  values: { firstName: 'Thandi' },
  files: [
    {
      row: {
        id: attachmentId('front'),
        submissionId: id,
        kind: 'idDocument',
        fileName: 'id-document-00000001.jpg',
        originalName: 'front.jpg',
        type: 'image/jpeg',
        size: 5,
        sha256: '',
        sequence: 1,
        addedAt: 0,
      },
      bytes: new Blob(['front']),
    },
  ],
  unread: 0,
};

it('remembers a customer for 30 minutes', () => {
  let time = 0;
  const recent = createRecentCustomers(() => time);
  recent.rememberCustomer(id, customer);
  time = minutes(30) - 1;
  expect(recent.customerOf(id)).toEqual(customer);
  time = minutes(30);
  expect(recent.customerOf(id)).toBeUndefined();
});

it('does not know other customers', () => {
  const recent = createRecentCustomers(() => 0);
  recent.rememberCustomer(id, customer);
  expect(recent.customerOf(submissionId('another'))).toBeUndefined();
});

it('keeps only the documents of the last customer', () => {
  const recent = createRecentCustomers(() => 0);
  recent.rememberCustomer(id, customer);
  recent.rememberCustomer(submissionId('two'), customer);
  expect(recent.customerOf(id)).toEqual({ ...customer, files: [], unread: 1 });
  expect(recent.customerOf(submissionId('two'))?.files).toHaveLength(1);
});
