import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formKindRows } from '../../../../src/domain/forms/form-kinds.ts';
import { formId } from '../../../../src/domain/ids.ts';
import { csvCell, dayCsv } from '../../../../src/features/outbox/list/export-day.ts';
import { aSubmission, asListed, minutes, now } from '../submissions.ts';

it('lists reference, kind, end of the SIM card number, times and status, without names', () => {
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
      '\uFEFFReference,Type,SIM last 4,Captured,Sent,Status',
      'HTER-AMSM,SIM registration,…4560,2026-11-21 14:00,2026-11-21 14:01,Sent',
      ',SIM replacement,…4560,2026-11-21 14:00,,Needs attention',
      ',SIM registration,…0056,2026-11-21 14:00,,Waiting to send',
      '',
    ].join('\r\n'),
  );
  expect(file).not.toMatch(/Thandi|Nkosi|T\. N\./);
});

it('lists an unreadable entry as such', () => {
  expect(dayCsv([{ ...asListed([aSubmission()])[0], submission: null } as never])).toContain(
    ',,,,,This form cannot be shown\r\n',
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

/** Parses a CSV file into its cells, as a spreadsheet does (RFC 4180). */
function cellsIn(file: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of file.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

it('can be parsed into the written values, for any cells', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', ',', '\r\n', '=', '\t'),
  );
  const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const [read] = cellsIn(`${cells.map(csvCell).join(',')}\r\n`);
      // The export puts an apostrophe before text that a spreadsheet could run.
      expect(
        read?.map((text, index) => text.replace(/^'/, cells[index]?.startsWith("'") ? "'" : '')),
      ).toEqual(cells);
      for (const text of read ?? []) expect(text).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

it.each(
  formKindRows.flatMap(({ kind }) =>
    [true, false].map((isBusiness) => [kind, isBusiness] as const),
  ),
)('has one row of six cells and no name for each status: %s, business %s', (kind, isBusiness) => {
  const statuses = ['queued', 'rejected', 'delivered'] as const;
  const rows = statuses.map((status) =>
    aSubmission({ status, kind, isBusiness, customerName: 'Karoo, "Windpumps"' }),
  );
  const [, ...lines] = cellsIn(dayCsv(asListed(rows)));
  expect(lines.map((cells) => cells.length)).toEqual([6, 6, 6]);
  expect(JSON.stringify(lines)).not.toMatch(/Karoo|Windpumps/);
  expect(new Set(lines.map((cells) => cells[5])).size).toBe(3);
});
