import { memo, type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { stepToConfirmByHand } from '../../../domain/refusals.ts';
import { refusalOf, type Status, shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { formatClock, formatDay, formatNumber, formatSoon } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import { formPath, submissionPath } from '../../../paths/submission-paths.ts';
import type { DayTotals, Found, Listed } from '../../../store/lists/outbox-queries.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { StatusBadge } from '../../../ui/content/status-badge.tsx';
import { IconSim, IconSwap } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import styles from '../outbox.module.css';
import type { OutboxContext } from '../outbox-context.ts';
import { RowBoundary } from '../row-boundary.tsx';
import {
  detailText,
  firstRefusalText,
  nameText,
  simAtText,
} from '../submission/submission-text.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadableRow } from '../unreadable-entry.tsx';
import { PAGE_SIZE } from './outbox-filter.ts';
import rowStyles from './submission-row.module.css';

export type RowGroup = Readonly<{
  key: string;
  heading: string;
  /** True for the group of one day, whose rows show only the time. */
  isDay: boolean;
  rows: readonly Listed[];
}>;

/** 'Today · 14 captured, 11 sent, 1 needs you'. */
function dayHeading(day: string, totals: DayTotals | undefined, now: number): string {
  const t = outboxText();
  const words = formatDay(day, now);
  if (totals === undefined || totals.captured === 0) return words;
  const { captured, sent, refused } = totals;
  return format(refused > 0 ? t.dayWithRefused : t.dayTotals, {
    day: words,
    captured,
    sent,
    refused,
  });
}

/** The refused submissions first, then a group for each day, newest first. At most `limit` rows. */
export function rowGroups(found: Found, limit: number, now: number): readonly RowGroup[] {
  const { totals } = found;
  const refused = found.refused.slice(0, limit);
  const groups: (RowGroup & { rows: Listed[] })[] = [];
  for (const row of found.rows.slice(0, limit - refused.length)) {
    const last = groups.at(-1);
    if (last?.rows[0]?.day === row.day) last.rows.push(row);
    else {
      const heading = dayHeading(row.day, totals.get(row.day), now);
      // If the clock was changed, a day may appear twice.
      groups.push({ key: `${row.day} ${groups.length}`, heading, isDay: true, rows: [row] });
    }
  }
  if (refused.length === 0) return groups;
  const heading = outboxText().status.attention;
  return [{ key: 'refused', heading, isDay: false, rows: refused }, ...groups];
}

/** A row as plain values. Two reads of the same row give equal values, so React does not render it again. */
export type RowView = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  name: string;
  /** The end of the SIM card number, and the time of capture. */
  captured: string;
  status: Status;
  /** The small text beside the status; '' if there is none. */
  detail: string;
  /** The server's first message if it refused the submission, else ''. */
  said: string;
  /** True if the server may have the form that it refused. The person can then send the rest. */
  mayHaveIt: boolean;
}>;

/** @param isDay true if the row is in its day's group */
function rowView(submission: Submission, context: OutboxContext, isDay: boolean): RowView {
  const status = shownStatus(submission, context);
  const refusal = status === 'attention' ? refusalOf(submission) : null;
  const { createdAt } = submission;
  const at = isDay ? formatClock(createdAt) : formatSoon(createdAt, context.now);
  return {
    id: submission.id,
    kind: submission.kind,
    name: nameText(submission),
    captured: simAtText(submission, at),
    status,
    detail: detailText(submission, status, context),
    said: refusal === null ? '' : firstRefusalText(refusal),
    mayHaveIt: stepToConfirmByHand(submission) !== null,
  };
}

export type RowFrame = Readonly<{
  Link: LinkComponent;
  onCorrect: (id: SubmissionId) => void;
  onSendRest: (id: SubmissionId) => void;
  /** True for a long list: the browser then does not lay out rows out of view. */
  isLong: boolean;
}>;

export type SubmissionRowProps = RowView & RowFrame;

function actionOf(props: SubmissionRowProps): ReactNode {
  const { id, kind, status, mayHaveIt, Link, onCorrect, onSendRest } = props;
  const t = outboxText();
  if (status === 'attention')
    return (
      <span className={rowStyles['actions']}>
        <Button className={rowStyles['action']} onClick={() => onCorrect(id)} variant="primary">
          {t.correct}
        </Button>
        {mayHaveIt ? (
          <Button className={rowStyles['action']} onClick={() => onSendRest(id)}>
            {t.sendRest}
          </Button>
        ) : null}
      </span>
    );
  if (status !== 'draft') return null;
  return (
    <Link
      className={classNames(buttonClass('secondary'), rowStyles['action'])}
      to={formPath({ id, kind })}
    >
      {t.continue}
    </Link>
  );
}

/** One row of the outbox. Screen readers read its parts in this order. On a phone, CSS places them differently. */
const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, kind, name, captured, status, detail, said, mayHaveIt, isLong, Link } = props;
  const t = outboxText();
  return (
    <li className={classNames(rowStyles['row'], rowStyles[status], isLong && rowStyles['long'])}>
      <span className={rowStyles['icon']}>
        {kind === 'registration' ? <IconSim /> : <IconSwap />}
        <span className="visually-hidden">{t.kind[kind]}</span>
      </span>
      <div className={rowStyles['parts']}>
        <span className={rowStyles['name']}>
          <Link className={rowStyles['link'] ?? ''} to={submissionPath(id)}>
            {name}
          </Link>
        </span>
        {status === 'draft' ? null : <span className={rowStyles['captured']}>{captured}</span>}
        <span className={rowStyles['status']}>
          <StatusBadge isBare status={status}>
            {t.status[status]}
          </StatusBadge>
        </span>
        <span className={rowStyles['detail']}>
          {said || detail}
          {mayHaveIt ? ` ${t.mayHaveIt}` : null}
        </span>
        {status === 'attention' ? actionOf(props) : null}
      </div>
      {status === 'draft' ? actionOf(props) : null}
    </li>
  );
});

export interface SubmissionListProps extends Omit<RowFrame, 'isLong'> {
  readonly groups: readonly RowGroup[];
  /** The number of all submissions. Undefined if a filter is active, because then only the shown rows are known. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly context: OutboxContext;
  readonly onMore: () => void;
  readonly unreadable: UnreadablePorts;
}

type DrawnProps = RowFrame &
  Readonly<{ submission: Submission; context: OutboxContext; isDay: boolean }>;

/** Calls `rowView` below the error boundary, because `rowView` can throw too. */
function Drawn({ submission, context, isDay, ...rest }: DrawnProps) {
  return <SubmissionRow {...rowView(submission, context, isDay)} {...rest} />;
}

type GroupProps = RowFrame &
  Readonly<{ group: RowGroup; context: OutboxContext; unreadable: UnreadablePorts }>;

function Group({ group, context, unreadable, ...frame }: GroupProps) {
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
          <RowBoundary key={id} otherwise={<UnreadableRow {...unreadable} id={id} />}>
            {submission === null ? (
              <UnreadableRow {...unreadable} id={id} keyLost={keyLost} />
            ) : (
              <Drawn context={context} isDay={isDay} submission={submission} {...frame} />
            )}
          </RowBoundary>
        ))}
      </ul>
    </section>
  );
}

/** Returns a function that never changes, so that a row does not render again when its screen does. */
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
  onSendRest,
  onMore,
  unreadable,
}: SubmissionListProps) {
  const t = outboxText();
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = formatNumber(count);
  const correct = useSteady(onCorrect);
  const sendRest = useSteady(onSendRest);
  return (
    <section aria-label={t.submissions} className={styles['rows']}>
      {/* Only for sighted people: each row contains the same facts as words. */}
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
          unreadable={unreadable}
          onCorrect={correct}
          onSendRest={sendRest}
        />
      ))}
      {hasMore ? (
        <div className={styles['more']}>
          <p className={styles['soft']}>
            {total === undefined
              ? format(t.newest, { shown })
              : format(t.newestOf, { shown, total: formatNumber(total) })}
          </p>
          <Button onClick={onMore}>{t.showMore}</Button>
        </div>
      ) : null}
    </section>
  );
}
