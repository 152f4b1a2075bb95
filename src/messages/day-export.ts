import { plural } from './count.ts';
import { area, type Notes } from './text.ts';

/** A day's work as a file for a spreadsheet. */
export const dayExport = {
  reference: 'Reference',
  kind: 'Kind',
  sim: 'SIM ends with',
  captured: 'Captured',
  sent: 'Sent',
  status: 'Status',
  made: plural('{count} submission is in the file', '{count} submissions are in the file'),
  nothing: 'Nothing was captured on this day.',
  failed: 'The file could not be made. Try again.',
} as const;

export const notes = {
  reference: "At the head of the file's columns, as the next five.",
} satisfies Notes<typeof dayExport>;

export const dayExportText = area(dayExport);
