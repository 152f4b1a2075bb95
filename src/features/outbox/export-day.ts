import { count } from '../../messages/count.ts';
import { dayExportText } from '../../messages/day-export.ts';
import type { Store } from '../../store/open-store.ts';
import { saveFile } from '../../ui/save-file.ts';
import { notify } from '../../ui/toasts.ts';
import { dayCsv } from './day-csv.ts';

/** More than anybody captures in a day. */
const MAX_ROWS = 5_000;

/**
 * Saves what was captured on that day as a file, oldest first.
 * @param day local calendar day, YYYY-MM-DD
 */
export async function exportDay(store: Store, day: string): Promise<void> {
  const t = dayExportText();
  try {
    const rows = await store.queries.newest({ day, without: 'draft', limit: MAX_ROWS }).read();
    if (rows.length === 0) return notify(t.nothing, { kind: 'info' });
    const file = new Blob([dayCsv([...rows].reverse())], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `veld-${day}.csv`);
    notify(count(t.made, rows.length), { kind: 'success' });
  } catch {
    notify(t.failed, { kind: 'error' });
  }
}
