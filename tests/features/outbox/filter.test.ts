import { describe, expect, it } from 'vitest';
import {
  isFiltering,
  noFilter,
  queryOf,
  statusOf,
  statusOptions,
  totalOf,
} from '../../../src/features/outbox/filter.ts';

const counts = { draft: 1, queued: 2, rejected: 0, delivered: 9997 };

describe("the outbox's filter", () => {
  it('asks for nothing that was not chosen', () => {
    expect(queryOf(noFilter, 51)).toEqual({ limit: 51 });
    expect(queryOf({ ...noFilter, search: '   ' }, 51)).toEqual({ limit: 51 });
  });

  it('finds a number however it was typed', () => {
    expect(queryOf({ ...noFilter, search: '8927 0100-0000' }, 1)).toMatchObject({
      search: '892701000000',
    });
    expect(queryOf({ ...noFilter, search: '+27 82 123' }, 1)).toMatchObject({
      search: '+2782123',
    });
    expect(queryOf({ ...noFilter, search: 'Thandi  N' }, 1)).toMatchObject({ search: 'Thandi  N' });
  });

  it('passes status and day on', () => {
    expect(queryOf({ search: '', status: 'queued', day: '2026-11-21' }, 1)).toEqual({
      limit: 1,
      status: 'queued',
      day: '2026-11-21',
    });
  });

  it('knows when it is on', () => {
    expect(isFiltering(noFilter)).toBe(false);
    expect(isFiltering({ ...noFilter, search: ' ' })).toBe(false);
    expect(isFiltering({ ...noFilter, day: '2026-11-21' })).toBe(true);
  });

  it('shows how many there are of each status', () => {
    expect(statusOptions(counts).map(({ label }) => label)).toEqual([
      'Draft (1)',
      'Waiting to send (2)',
      'Needs attention (0)',
      'Sent (9997)',
    ]);
    expect(totalOf(counts)).toBe(10_000);
  });

  it('takes an unknown status for any', () => {
    expect(statusOf('rejected')).toBe('rejected');
    expect(statusOf('toString')).toBe('');
  });
});
