import type { SubmissionStatus } from '../../../domain/submission-types.ts';
import type { ListQuery } from '../../../store/lists/outbox-queries.ts';

/** What the person looks for; '' for anything. */
export type Filter = Readonly<{ search: string; status: SubmissionStatus | ''; day: string }>;

export const noFilter: Filter = { search: '', status: '', day: '' };

export const PAGE_SIZE = 50;

export const isFiltering = ({ search, status, day }: Filter): boolean =>
  search.trim() !== '' || status !== '' || day !== '';

/** How the store is asked. A number may be typed with spaces: the store's words for numbers have none. */
export function queryOf({ search, status, day }: Filter, limit: number): ListQuery {
  const text = search.trim();
  const words = /^[+\d][\d\s-]*$/.test(text) ? text.replace(/[\s-]/g, '') : text;
  return {
    limit,
    ...(words === '' ? {} : { search: words }),
    ...(status === '' ? {} : { status }),
    ...(day === '' ? {} : { day }),
  };
}

export type Counts = Readonly<Record<SubmissionStatus, number>>;

/** The chips, in their order; '' for all. */
export const chips = ['', 'rejected', 'queued', 'draft', 'delivered'] as const;

export const totalOf = (counts: Counts): number =>
  counts.draft + counts.queued + counts.rejected + counts.delivered;

/** How many a chip leads to. */
export const countOf = (counts: Counts, status: Filter['status']): number =>
  status === '' ? totalOf(counts) : counts[status];

/** What the person has made of the list: what they look for, and how many rows are shown. */
export type View = Readonly<{ filter: Filter; limit: number }>;

export const firstView: View = { filter: noFilter, limit: PAGE_SIZE };

const MAX_KEPT = 20;

/**
 * The views of the outbox by history entry, so that Back finds the list as it was left. In memory only: what was searched for may be
 * a customer's name, and must be neither in an address nor in what a browser writes down of its history.
 */
export function createKeptViews() {
  const kept = new Map<string, View>();
  return {
    viewAt: (entry: string): View => kept.get(entry) ?? firstView,
    forgetViews: () => kept.clear(),
    keepView(entry: string, view: View): void {
      kept.delete(entry);
      kept.set(entry, view);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

export const { viewAt, keepView, forgetViews } = createKeptViews();
