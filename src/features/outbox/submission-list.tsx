import { useCallback, useEffect, useId, useRef } from 'react';
import type { Submission } from '../../domain/submission-types.ts';
import { formatNumber } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { say } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PAGE_SIZE } from './filter.ts';
import type { OddActions } from './odd-buttons.tsx';
import { OddRow } from './odd-entry.tsx';
import styles from './outbox.module.css';
import type { OutboxContext } from './outbox-context.ts';
import { RowBoundary } from './row-boundary.tsx';
import type { RowGroup } from './row-groups.ts';
import { type RowFrame, rowView, SubmissionRow } from './submission-row.tsx';

export interface SubmissionListProps extends Omit<RowFrame, 'isLong'> {
  readonly groups: readonly RowGroup[];
  /** How many there are in all; undefined where only the newest are known. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly context: OutboxContext;
  readonly onMore: () => void;
  readonly odd: OddActions;
}

type DrawnProps = RowFrame &
  Readonly<{ submission: Submission; context: OutboxContext; isDay: boolean }>;

/** Its view is made here, below the boundary: the making can fail as the drawing can. */
function Drawn({ submission, context, isDay, ...rest }: DrawnProps) {
  return <SubmissionRow {...rowView(submission, context, isDay)} {...rest} />;
}

type GroupProps = RowFrame & Readonly<{ group: RowGroup; context: OutboxContext; odd: OddActions }>;

function Group({ group, context, odd, ...frame }: GroupProps) {
  const heading = useId();
  const { rows, isDay } = group;
  return (
    <section aria-labelledby={heading}>
      <h2
        className={classNames(
          styles['heading'],
          !isDay && styles['bad'],
          !isDay && styles['refusedFirst'],
        )}
        id={heading}
      >
        {group.heading}
      </h2>
      <ul aria-labelledby={heading} className={styles['list']}>
        {rows.map(({ id, keyLost, submission }) => (
          <RowBoundary key={id} otherwise={<OddRow {...odd} id={id} />}>
            {submission === null ? (
              <OddRow {...odd} id={id} keyLost={keyLost} />
            ) : (
              <Drawn context={context} isDay={isDay} submission={submission} {...frame} />
            )}
          </RowBoundary>
        ))}
      </ul>
    </section>
  );
}

/** Always the same function, so that a row does not draw itself again because its screen did. */
function useSteady<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((argument) => latest.current(argument), []);
}

export function SubmissionList({
  groups,
  total,
  hasMore,
  context,
  Link,
  onCorrect,
  onMore,
  odd,
}: SubmissionListProps) {
  const t = outboxText();
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = formatNumber(count);
  const correct = useSteady(onCorrect);
  return (
    <section aria-label={t.submissions} className={styles['rows']}>
      {/* For the eye alone: a row says each of them in words. */}
      <p aria-hidden="true" className={styles['columns']}>
        <span />
        <span>{t.columns.name}</span>
        <span>{t.columns.captured}</span>
        <span>{t.columns.status}</span>
        <span>{t.columns.detail}</span>
      </p>
      {groups.map((group) => (
        <Group
          context={context}
          group={group}
          isLong={count > PAGE_SIZE}
          key={group.key}
          Link={Link}
          odd={odd}
          onCorrect={correct}
        />
      ))}
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
    </section>
  );
}
