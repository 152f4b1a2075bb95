import { expect, it } from 'vitest';
import { formId } from '../../../../src/domain/ids.ts';
import { csvCell, dayCsv } from '../../../../src/features/outbox/list/export-day.ts';
import { aSubmission, asListed, minutes, now } from '../submissions.ts';

it('lists reference, kind, the end of the SIM card number, times and status, and nobody’s name', () => {
  const id = formId('3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77');
  const file = dayCsv(
    asListed([
      aSubmission({
        status: 'delivered',
        formId: id,
        submittedAt: now,
        deliveredAt: now + minutes(1),
      }),
      aSubmission({ status: 'rejected', kind: 'replacement', formId: null, submittedAt: now }),
      aSubmission({ formId: null, submittedAt: now, simCardNumber: '8927010000001230056' }),
    ]),
  );
  expect(file).toBe(
    [
      '\uFEFFReference,Kind,SIM ends with,Captured,Sent,Status',
      'HTER-AMSM,SIM registration,…4560,2026-11-21 14:00,2026-11-21 14:01,Sent',
      ',SIM replacement,…4560,2026-11-21 14:00,,Needs attention',
      ',SIM registration,…0056,2026-11-21 14:00,,Waiting to send',
      '',
    ].join('\r\n'),
  );
  expect(file).not.toMatch(/Thandi|Nkosi|T\. N\./);
});

it('says of an entry that cannot be read that it is there', () => {
  expect(dayCsv([{ ...asListed([aSubmission()])[0], submission: null } as never])).toContain(
    ',,,,,This entry cannot be shown\r\n',
  );
});

it.each([
  ['=1+2', "'=1+2"],
  ['+27', "'+27"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['one\ntwo', '"one\ntwo"'],
  ['a-b=c', 'a-b=c'],
])('no spreadsheet runs a cell: %j', (text, cell) => expect(csvCell(text)).toBe(cell));
