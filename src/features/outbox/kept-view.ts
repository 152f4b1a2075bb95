import { type Filter, noFilter, PAGE_SIZE } from './filter.ts';

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
