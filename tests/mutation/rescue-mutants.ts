import type { Mutant } from './mutant.ts';

/** Mistakes in the rescue file, the second copies and the day's export. */
export const rescueMutants: readonly Mutant[] = [
  {
    name: 'import refuses the app’s own WebP photos by their names',
    file: 'src/domain/forms/sent-files.ts',
    edits: [["Object.values(extensions).join('|')", "'jpg|pdf|png'"]],
  },
  {
    name: 'import refuses a type of file that the app sends',
    file: 'src/sync/rescue/rescue-format.ts',
    edits: [
      [
        'type: v.picklist(sentTypes)',
        "type: v.picklist(sentTypes.filter((type) => type !== 'image/webp'))",
      ],
    ],
  },
  {
    name: 'a file may have any name in a rescue file',
    file: 'src/sync/rescue/rescue-format.ts',
    edits: [['v.check(isWireFileName)', 'v.check((name) => isWireFileName(name) || name !== "")']],
  },
  {
    name: 'a second copy with a police document is not read',
    file: 'src/store/format/contents.ts',
    edits: [
      [
        'oneOf(...sentFiles.map(({ kind }) => kind))',
        "oneOf(...sentFiles.map(({ kind }) => kind).filter((kind) => kind !== 'policeDocument'))",
      ],
    ],
  },
  {
    name: 'an imported form goes on under this phone’s name',
    file: 'src/sync/rescue/import-rescue.ts',
    edits: [['device === undefined || device === own ?', 'device === undefined || own !== "" ?']],
  },
  {
    name: 'a form imported back on its first phone keeps the first phone’s identifier',
    file: 'src/sync/rescue/import-rescue.ts',
    edits: [['device === undefined || device === own ?', 'device === undefined ?']],
  },
  {
    name: 'the rescue file does not say whose number a form has',
    file: 'src/sync/rescue/export-rescue.ts',
    edits: [['own === null || submission.formId === null', 'own !== ""']],
  },
  {
    name: 'a file that is nowhere is not named at the export',
    file: 'src/sync/rescue/export-rescue.ts',
    edits: [['=== null) missing.push(row);', '=== null) continue;']],
  },
  {
    name: 'a form that is delivered during the export is exported without its files',
    file: 'src/sync/rescue/export-rescue.ts',
    edits: [['if (isSameRow(filesOf(part), filesOf(whole))) return whole;', 'return whole;']],
  },
  {
    name: 'a form that was delivered meanwhile is imported again',
    file: 'src/sync/rescue/import-rescue.ts',
    edits: [
      [
        'if (delivered.has(id) || (await ports.store.row(id)) !== undefined) {',
        "if ((await ports.store.row(id))?.status === 'queued') {",
      ],
      [
        "if ((await storeImported(ports, sealed)) === 'restored') imported += 1;",
        'if ((await storeImported(ports, sealed)) !== null) imported += 1;',
      ],
    ],
  },
  {
    name: 'a delivered form is imported again after its receipt was deleted',
    file: 'src/sync/rescue/import-rescue.ts',
    edits: [['delivered.has(id) || ', '']],
  },
  {
    name: 'an imported submission has no second copy',
    file: 'src/sync/rescue/import-rescue.ts',
    edits: [['    await writeCopyInTime(ports, contents.submission.id).catch(() => null);\n', '']],
  },
  {
    name: 'a spreadsheet runs a cell of the day’s export',
    file: 'src/features/outbox/list/export-day.ts',
    edits: [['FORMULA.test(text) ?', "text === '' ?"]],
  },
  {
    name: 'a quotation mark ends a cell of the day’s export',
    file: 'src/features/outbox/list/export-day.ts',
    edits: [[".replaceAll('\"', '\"\"')", '']],
  },
];
