import { useCallback, useEffect, useRef } from 'react';
import type { Submission } from '../../domain/submission-types.ts';
import { formatNumber } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { say } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { List } from '../../ui/list.tsx';
import { PAGE_SIZE } from './filter.ts';
import type { OddActions } from './odd-buttons.tsx';
import { OddRow } from './odd-entry.tsx';
import styles from './outbox.module.css';
import type { OutboxContext } from './outbox-context.ts';
import { RowBoundary } from './row-boundary.tsx';
import { rowView, SubmissionRow } from './submission-row.tsx';

export interface SubmissionListProps {
  readonly rows: readonly Submission[];
  /** How many there are in all; undefined where only the newest are known. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly around: OutboxContext;
  readonly Link: LinkComponent;
  readonly onCorrect: (id: Submission['id']) => void;
  readonly onMore: () => void;
  readonly odd: OddActions;
}

type DrawnProps = Readonly<{
  submission: Submission;
  around: OutboxContext;
  Link: LinkComponent;
  onCorrect: (id: Submission['id']) => void;
}>;

/** Its view is made here, below the boundary: the making can fail as the drawing can. */
function Drawn({ submission, around, ...rest }: DrawnProps) {
  return <SubmissionRow {...rowView(submission, around)} {...rest} />;
}

export function SubmissionList({
  rows,
  total,
  hasMore,
  around,
  Link,
  onCorrect,
  onMore,
  odd,
}: SubmissionListProps) {
  const t = outboxText();
  const shown = formatNumber(rows.length);
  // Always the same function, so that a row does not draw itself again because its screen did.
  const latest = useRef(onCorrect);
  useEffect(() => {
    latest.current = onCorrect;
  });
  const correct = useCallback((id: Submission['id']) => latest.current(id), []);
  return (
    <div className={styles['rows']}>
      <List isLong={rows.length > PAGE_SIZE} label={t.submissions}>
        {rows.map((submission) => (
          <RowBoundary key={submission.id} otherwise={<OddRow {...odd} id={submission.id} />}>
            <Drawn around={around} Link={Link} onCorrect={correct} submission={submission} />
          </RowBoundary>
        ))}
      </List>
      {hasMore ? (
        <div className={styles['more']}>
          <p className={styles['soft']}>
            {total === undefined
              ? say(t.newest, { shown })
              : say(t.newestOf, { shown, total: formatNumber(total) })}
          </p>
          <Button onClick={onMore}>{t.showMore}</Button>
        </div>
      ) : null}
    </div>
  );
}
