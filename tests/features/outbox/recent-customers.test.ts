import { expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { createRecentCustomers } from '../../../src/features/outbox/recent-customers.ts';
import { minutes } from './submissions.ts';

const id = submissionId('one');
const values = { firstName: 'Thandi' };

it('knows a customer for 30 minutes and no longer', () => {
  let time = 0;
  const recent = createRecentCustomers(() => time);
  recent.rememberCustomer(id, values);
  time = minutes(30) - 1;
  expect(recent.customerOf(id)).toEqual(values);
  time = minutes(30);
  expect(recent.customerOf(id)).toBeUndefined();
});

it('knows nobody it was not told of', () => {
  const recent = createRecentCustomers(() => 0);
  recent.rememberCustomer(id, values);
  expect(recent.customerOf(submissionId('another'))).toBeUndefined();
});
