import { expect, it } from 'vitest';
import { smsAddress } from '../../../src/features/outbox/captured/receipt-sheet.tsx';

it.each([
  ['082 123 4567', '+27821234567'],
  ['+27 (0)82 123 4567', '+27821234567'],
  ['0027-82-123-4567', '+27821234567'],
  ['+266 5812 3456', '+26658123456'],
  ['', ''],
])('the SMS for %j goes to the number that the form’s call sends', (typed, number) => {
  expect(smsAddress(typed, 'Captured & sent')).toBe(`sms:${number}?body=Captured%20%26%20sent`);
});
