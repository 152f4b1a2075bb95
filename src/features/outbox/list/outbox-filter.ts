import type { SubmissionStatus } from '../../../domain/submission-types.ts';
import { verdictText } from '../../../messages/captured.ts';
import { formatDay } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import type { DayTotals, Found, Listed, ListQuery } from '../../../store/lists/outbox-queries.ts';

/** The person's search; '' for no restriction. */
export type Filter = Readonly<{
  search: string;
  /** `returned`: sent, but the operator returned it, and nobody corrects it yet. */
  status: SubmissionStatus | 'returned' | '';
  day: string;
}>;

export const noFilter: Filter = { search: '', status: '', day: '' };

export const PAGE_SIZE = 50;

export const isFiltering = ({ search, status, day }: Filter): boolean =>
  search.trim() !== '' || status !== '' || day !== '';

/**
 * Converts the filter to a store query. Spaces and hyphens are removed from a number, because the store's search words
 * for numbers have none.
 */
export function queryOf({ search, status, day }: Filter, limit: number): ListQuery {
  const text = search.trim();
  const words = /^[+\d][\d\s-]*$/.test(text) ? text.replace(/[\s-]/g, '') : text;
  return {
    limit,
    ...(words === '' ? {} : { search: words }),
    ...(status === 'returned' ? ({ status: 'delivered', isReturned: true } as const) : {}),
    ...(status === '' || status === 'returned' ? {} : { status }),
    ...(day === '' ? {} : { day }),
  };
}

export type Counts = Readonly<Record<SubmissionStatus | 'returned', number>>;

/** The chips, in their order; '' for all. 'returned' is shown only if there is one. */
export const chips = ['', 'rejected', 'returned', 'queued', 'draft', 'delivered'] as const;

export const totalOf = (counts: Counts): number =>
  counts.draft + counts.queued + counts.rejected + counts.delivered;

/** The number of submissions behind a chip. */
export const countOf = (counts: Counts, status: Filter['status']): number =>
  status === '' ? totalOf(counts) : counts[status];

/** The person's view of the list: the filter and the number of rows. */
export type View = Readonly<{ filter: Filter; limit: number }>;

export const firstView: View = { filter: noFilter, limit: PAGE_SIZE };

const MAX_KEPT = 20;

/**
 * The views of the outbox by history entry, so that Back finds the list unchanged. In memory only: a search may be a customer's name,
 * which must not be in an address or in the browser's stored history.
 */
export function createSavedViews() {
  const kept = new Map<string, View>();
  return {
    viewAt: (entry: string): View => kept.get(entry) ?? firstView,
    forgetViews: () => kept.clear(),
    saveView(entry: string, view: View): void {
      kept.delete(entry);
      kept.set(entry, view);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

export const { viewAt, saveView, forgetViews } = createSavedViews();

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
