import type { Submission } from '../../domain/submission-types.ts';
import type { AnalyticsEvent } from './analytics.ts';

const kinds = ['registration', 'replacement'] as const;
const outcomes = ['delivered', 'rejected'] as const;

/** The number of delivered and refused submissions of each kind; nothing else about a submission. */
export function outcomeEvents(
  rows: readonly Pick<Submission, 'kind' | 'status'>[],
): readonly AnalyticsEvent[] {
  return outcomes.flatMap((name) =>
    kinds.flatMap((kind) => {
      const count = rows.filter((row) => row.status === name && row.kind === kind).length;
      return count === 0 ? [] : [{ name, kind, count }];
    }),
  );
}
