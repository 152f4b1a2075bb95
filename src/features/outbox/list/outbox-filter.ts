import type { FormId } from '../../../domain/ids.ts';
import { referenceTest } from '../../../domain/reference.ts';
import type { SubmissionStatus } from '../../../domain/submission-types.ts';
import type { ListQuery } from '../../../store/lists/outbox-queries.ts';

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

/** True if the filter shows a returned registration without a receipt. The phone knows its reference, but not its day. */
export const isReturnFound = ({ search, status, day }: Filter, id: FormId): boolean =>
  (status === '' || status === 'returned') &&
  day === '' &&
  (search.trim() === '' || referenceTest(search)?.(id) === true);

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
