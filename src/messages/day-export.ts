import { plural } from './count.ts';
import { defineTexts, type Notes } from './text.ts';

/** A day's work as a file for a spreadsheet. */
export const dayExport = {
  reference: 'Reference',
  kind: 'Type',
  sim: 'SIM last 4',
  captured: 'Captured',
  sent: 'Sent',
  status: 'Status',
  made: plural('{count} form saved to the file', '{count} forms saved to the file'),
  nothing: 'No forms on this day',
  failed: 'Could not make the file. Try again.',
} as const;

export const notes = {
  reference: "At the head of the file's columns, as the next five.",
} satisfies Notes<typeof dayExport>;

export const dayExportText = defineTexts(dayExport);
