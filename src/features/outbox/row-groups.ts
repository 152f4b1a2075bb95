import { formatDay } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { say } from '../../messages/say.ts';
import type { DayTotals } from '../../store/day-totals.ts';
import type { Found, Listed } from '../../store/outbox-queries.ts';

/** Rows under one heading. */
export type RowGroup = Readonly<{
  key: string;
  heading: string;
  /** Of one day, so that a row says the time alone. */
  isDay: boolean;
  rows: readonly Listed[];
}>;

/** 'Today · 14 captured, 11 sent, 1 needs you'. */
function dayHeading(day: string, totals: DayTotals | undefined, now: number): string {
  const t = outboxText();
  const words = formatDay(day, now);
  if (totals === undefined || totals.captured === 0) return words;
  const { captured, sent, refused } = totals;
  return say(refused > 0 ? t.dayWithRefused : t.dayTotals, { day: words, captured, sent, refused });
}

/** What was refused first, then a group for each day; rows come newest first. No more rows than `limit`. */
export function rowGroups(found: Found, limit: number, now: number): readonly RowGroup[] {
  const { totals } = found;
  const refused = found.refused.slice(0, limit);
  const groups: (RowGroup & { rows: Listed[] })[] = [];
  for (const row of found.rows.slice(0, limit - refused.length)) {
    const last = groups.at(-1);
    if (last?.rows[0]?.day === row.day) last.rows.push(row);
    else {
      const heading = dayHeading(row.day, totals.get(row.day), now);
      // Where a clock was set, a day may come twice.
      groups.push({ key: `${row.day} ${groups.length}`, heading, isDay: true, rows: [row] });
    }
  }
  if (refused.length === 0) return groups;
  const heading = outboxText().status.attention;
  return [{ key: 'refused', heading, isDay: false, rows: refused }, ...groups];
}
