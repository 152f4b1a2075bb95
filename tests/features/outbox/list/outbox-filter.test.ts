import { describe, expect, it } from 'vitest';
import {
  chips,
  countOf,
  createSavedViews,
  firstView,
  isFiltering,
  noFilter,
  queryOf,
  totalOf,
  type View,
} from '../../../../src/features/outbox/list/outbox-filter.ts';

const counts = { draft: 1, queued: 2, rejected: 0, returned: 3, delivered: 9997 };

describe("the outbox's filter", () => {
  it('filters by nothing at first', () => {
    expect(queryOf(noFilter, 51)).toEqual({ limit: 51 });
    expect(queryOf({ ...noFilter, search: '   ' }, 51)).toEqual({ limit: 51 });
  });

  it('finds a number in any spelling', () => {
    expect(queryOf({ ...noFilter, search: '8927 0100-0000' }, 1)).toMatchObject({
      search: '892701000000',
    });
    expect(queryOf({ ...noFilter, search: '+27 82 123' }, 1)).toMatchObject({
      search: '+2782123',
    });
    expect(queryOf({ ...noFilter, search: 'Thandi  N' }, 1)).toMatchObject({ search: 'Thandi  N' });
  });

  it('filters by status and day', () => {
    expect(queryOf({ search: '', status: 'queued', day: '2026-11-21' }, 1)).toEqual({
      limit: 1,
      status: 'queued',
      day: '2026-11-21',
    });
  });

  it('asks for the returned ones among the sent', () => {
    expect(queryOf({ ...noFilter, status: 'returned' }, 51)).toEqual({
      limit: 51,
      status: 'delivered',
      isReturned: true,
    });
  });

  it('shows that it is active', () => {
    expect(isFiltering(noFilter)).toBe(false);
    expect(isFiltering({ ...noFilter, search: ' ' })).toBe(false);
    expect(isFiltering({ ...noFilter, day: '2026-11-21' })).toBe(true);
  });

  it('counts the entries of each chip', () => {
    expect(chips.map((chip) => countOf(counts, chip))).toEqual([10_000, 0, 3, 2, 1, 9997]);
    expect(totalOf(counts)).toBe(10_000);
  });
});

describe("the list's view", () => {
  const view: View = { filter: { ...noFilter, search: 'thandi' }, limit: 100 };

  it('is restored at its history entry, and only there', () => {
    const { viewAt, saveView: keepView } = createSavedViews();
    keepView('one', view);
    expect(viewAt('one')).toBe(view);
    expect(viewAt('two')).toEqual(firstView);
  });

  it('is dropped for the oldest entry, so that only a few are kept', () => {
    const { viewAt, saveView: keepView } = createSavedViews();
    for (let entry = 0; entry <= 20; entry += 1) keepView(`entry ${entry}`, view);
    expect(viewAt('entry 0')).toEqual(firstView);
    expect(viewAt('entry 1')).toBe(view);
  });
});
