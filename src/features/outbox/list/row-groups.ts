import { verdictText } from '../../../messages/captured.ts';
import { formatDay } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import type { DayTotals, Found, Listed } from '../../../store/lists/outbox-queries.ts';

export type RowGroup = Readonly<{
  key: string;
  heading: string;
  /** The day of the group, whose rows then show only the time. Null for the refused and the returned submissions. */
  day: string | null;
  rows: readonly Listed[];
}>;

/** 'Today · 14 captured, 11 sent, 1 refused'. */
function dayHeading(day: string, totals: DayTotals | undefined, now: number): string {
  const t = outboxText();
  const words = formatDay(day, now);
  if (totals === undefined || totals.captured === 0) return words;
  const { captured, sent, refused } = totals;
  const values = { day: words, captured, sent, refused };
  if (captured === sent) return format(t.dayAllSent, values);
  return format(refused > 0 ? t.dayWithRefused : t.dayTotals, values);
}

/** The refused submissions first, then the returned ones, then a group for each day, newest first. At most `limit` rows. */
export function rowGroups(found: Found, limit: number, now: number): readonly RowGroup[] {
  const { totals } = found;
  const refused = found.refused.slice(0, limit);
  const groups: (RowGroup & { rows: Listed[] })[] = [];
  const returned = found.returned.slice(0, limit - refused.length);
  for (const row of found.rows.slice(0, limit - refused.length - returned.length)) {
    const last = groups.at(-1);
    if (last?.rows[0]?.day === row.day) last.rows.push(row);
    else {
      const heading = dayHeading(row.day, totals.get(row.day), now);
      // If the clock was changed, a day may appear twice.
      groups.push({ key: `${row.day} ${groups.length}`, heading, day: row.day, rows: [row] });
    }
  }
  const first = [
    { key: 'refused', heading: outboxText().status.attention, day: null, rows: refused },
    { key: 'returned', heading: verdictText().returnedFirst, day: null, rows: returned },
  ];
  return [...first.filter(({ rows }) => rows.length > 0), ...groups];
}
