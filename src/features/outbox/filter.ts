import type { Status } from '../../domain/submission-state.ts';
import type { SubmissionStatus } from '../../domain/submission-types.ts';
import { outboxText } from '../../messages/outbox.ts';
import { say } from '../../messages/say.ts';
import type { ListQuery } from '../../store/outbox-queries.ts';

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

type Counts = Readonly<Record<SubmissionStatus, number>>;

/** What is being sent or paused counts as waiting. */
const shownAs = {
  draft: 'draft',
  queued: 'waiting',
  rejected: 'attention',
  delivered: 'sent',
} as const satisfies Readonly<Record<SubmissionStatus, Status>>;

const isStatus = (value: string): value is SubmissionStatus => Object.hasOwn(shownAs, value);

/** What a select's value says; anything unknown is 'any'. */
export const statusOf = (value: string): Filter['status'] => (isStatus(value) ? value : '');

/** 'Waiting to send (3)', for each status. */
export function statusOptions(
  counts: Counts,
): readonly Readonly<{ value: SubmissionStatus; label: string }>[] {
  const t = outboxText();
  return Object.keys(shownAs)
    .filter(isStatus)
    .map((value) => ({
      value,
      label: say(t.statusWithCount, { status: t.status[shownAs[value]], count: counts[value] }),
    }));
}

export const totalOf = (counts: Counts): number =>
  counts.draft + counts.queued + counts.rejected + counts.delivered;
