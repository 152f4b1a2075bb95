import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { stepToConfirmByHand } from '../../../domain/refusals.ts';
import { canStartCorrection } from '../../../domain/status-line.ts';
import { refusalOf, type Status, shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { formatClock, formatNumber, formatSoon, formatWhen } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import { formPath, submissionPath } from '../../../paths/page-paths.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { StatusMark } from '../../../ui/content/status-badge.tsx';
import { IconSwap } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { IconDownload } from '../../../ui/frame/more-icons.tsx';
import styles from '../outbox.module.css';
import type { OutboxContext } from '../outbox-context.ts';
import { RowBoundary } from '../row-boundary.tsx';
import {
  detailText,
  firstRefusalText,
  missingText,
  nameText,
  nextTryOf,
  simAtText,
  verdictDetail,
  verdictMark,
} from '../submission/submission-text.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadableRow } from '../unreadable-entry.tsx';
import { PAGE_SIZE } from './outbox-filter.ts';
import type { RowGroup } from './row-groups.ts';
import rowStyles from './submission-row.module.css';

/** A row as plain values. Two reads of the same row give equal values, so React does not render it again. */
export type RowView = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  name: string;
  /** The end of the SIM card number, and the time of capture. */
  captured: string;
  status: Status;
  /** The small text below the name, in place of `captured`; '' if there is none. */
  detail: string;
  /** The operator's answer, shown beside `captured`; '' if there is none. */
  verdict: string;
  /** The look of the mark at the row's start. A returned submission has no tick. */
  mark: Status;
  /** True if the operator returned it and nobody corrects it yet. */
  isReturned: boolean;
  /** True if its correction can begin. */
  canCorrect: boolean;
  /** The time of the next attempt, for screen readers; '' if there is none. */
  nextTry: string;
  /** The server's first message if it refused the submission, else ''. */
  said: string;
  /** True if the server may have the form that it refused. The person can then send the rest. */
  mayHaveIt: boolean;
}>;

type RowFacts = Readonly<{
  submission: Submission;
  verdict: Verdict | undefined;
  context: OutboxContext;
  /** True if the row is in its day's group. */
  isDay: boolean;
}>;

function rowView({ submission, verdict, context, isDay }: RowFacts): RowView {
  const status = shownStatus(submission, context);
  const refusal = status === 'attention' ? refusalOf(submission) : null;
  const at = submission.submittedAt ?? submission.createdAt;
  // A corrected form keeps its day, and may have been submitted again on another one.
  const onItsDay = localDay(at) === submission.day ? formatClock(at) : formatWhen(at);
  const detail =
    status === 'draft' ? missingText(submission, true) : detailText(submission, status, context);
  const nextTry = nextTryOf(submission, status, context);
  return {
    id: submission.id,
    kind: submission.kind,
    name: nameText(submission),
    captured: simAtText(submission, isDay ? onItsDay : formatSoon(at, context.now)),
    status,
    detail: detail === nextTry ? '' : detail,
    verdict: verdictDetail(verdict),
    mark: verdictMark(verdict) ?? status,
    isReturned: verdict?.state === 'returned',
    canCorrect: canStartCorrection(verdict),
    nextTry,
    said: refusal === null ? '' : firstRefusalText(refusal),
    mayHaveIt: stepToConfirmByHand(submission) !== null,
  };
}

export type RowFrame = Readonly<{
  Link: LinkComponent;
  onCorrect: (id: SubmissionId) => void;
  onSendRest: (id: SubmissionId) => Promise<unknown>;
  /** Asks before the correction of a returned submission begins. */
  onCorrectReturned: (id: SubmissionId) => void;
  /** True for a long list: the browser then does not lay out rows out of view. */
  isLong: boolean;
}>;

export type SubmissionRowProps = RowView & RowFrame;

/** Ignores a second press while the first one runs. */
function SendRest({ id, onSendRest }: Pick<SubmissionRowProps, 'id' | 'onSendRest'>) {
  const [busy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    void onSendRest(id).then(() => setBusy(false));
  };
  return (
    <Button busy={busy} className={rowStyles['action']} onClick={send}>
      {outboxText().sendRest}
    </Button>
  );
}

function Actions({
  id,
  name,
  status,
  isReturned,
  canCorrect,
  mayHaveIt,
  Link,
  onCorrect,
  onCorrectReturned,
  onSendRest,
}: SubmissionRowProps) {
  const t = outboxText();
  if (status === 'draft')
    return (
      <Link className={rowStyles['more'] ?? ''} to={submissionPath(id)}>
        <span aria-hidden="true">⋯</span>
        <span className="visually-hidden">{format(t.detailsOf, { name })}</span>
      </Link>
    );
  const isRefused = status === 'attention';
  if (!isRefused && !(isReturned && canCorrect)) return null;
  return (
    <span className={rowStyles['actions']}>
      <Button
        className={rowStyles['action']}
        onClick={() => (isRefused ? onCorrect(id) : onCorrectReturned(id))}
        variant="primary"
      >
        {t.correct}
      </Button>
      {mayHaveIt ? <SendRest id={id} onSendRest={onSendRest} /> : null}
    </span>
  );
}

/** One row of the outbox: a link over all of it. The row of a draft leads to its form. */
const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, kind, name, captured, status, detail, verdict, nextTry, said, mayHaveIt } = props;
  const { isLong, isReturned, Link, mark } = props;
  const t = outboxText();
  const isDraft = status === 'draft';
  const needsPerson = status === 'attention' || isReturned;
  const below = said || detail || verdict;
  const word = <span className={rowStyles['status']}>{t.status[status]}</span>;
  return (
    <li
      className={classNames(
        rowStyles['row'],
        rowStyles[isReturned ? 'attention' : status],
        isReturned && rowStyles['returned'],
        isLong && rowStyles['long'],
      )}
    >
      <StatusMark status={mark} />
      <span className="visually-hidden">{t.kind[kind]}</span>
      <div className={rowStyles['words']}>
        <span className={rowStyles['name']}>
          <Link
            className={rowStyles['link'] ?? ''}
            to={isDraft ? formPath({ id, kind }) : submissionPath(id)}
          >
            {name}
          </Link>
        </span>
        <div className={rowStyles['line']}>
          <span className={rowStyles['facts']}>
            {isDraft ? null : (
              <span className={classNames(rowStyles['captured'], detail && rowStyles['replaced'])}>
                {kind === 'replacement' ? <IconSwap /> : null}
                {captured}
              </span>
            )}
            {below ? (
              <span className={rowStyles['detail']}>
                {below}
                {mayHaveIt ? ` ${t.mayHaveIt}` : null}
              </span>
            ) : null}
          </span>
          {needsPerson ? null : word}
        </div>
      </div>
      <div className={rowStyles['side']}>
        {needsPerson ? word : null}
        {nextTry ? <span className="visually-hidden">{nextTry}</span> : null}
        <Actions {...props} />
      </div>
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
  /** Exports a day. */
  readonly onExport: (day: string) => void;
  readonly unreadable: UnreadablePorts;
}

type DrawnProps = RowFrame & RowFacts;

/** Calls `rowView` below the error boundary, because `rowView` can throw too. */
function Drawn({ submission, verdict, context, isDay, ...rest }: DrawnProps) {
  return <SubmissionRow {...rowView({ submission, verdict, context, isDay })} {...rest} />;
}

type GroupProps = RowFrame &
  Readonly<{
    group: RowGroup;
    context: OutboxContext;
    onExport: (day: string) => void;
    unreadable: UnreadablePorts;
  }>;

function Group({ group, context, onExport, unreadable, ...frame }: GroupProps) {
  const heading = useId();
  const { rows, day } = group;
  const isDay = day !== null;
  return (
    <section aria-labelledby={heading}>
      <div className={classNames(styles['heading'], !isDay && styles['refusedFirst'])}>
        <h2 id={heading}>{group.heading}</h2>
        {isDay ? (
          <Button
            aria-describedby={heading}
            aria-label={outboxText().exportDay}
            className={styles['export']}
            icon={<IconDownload />}
            onClick={() => onExport(day)}
            variant="quiet"
          />
        ) : null}
      </div>
      <ul aria-labelledby={heading} className={styles['list']}>
        {rows.map(({ id, keyLost, submission, verdict }) => (
          <RowBoundary key={id} otherwise={<UnreadableRow {...unreadable} id={id} />}>
            {submission === null ? (
              <UnreadableRow {...unreadable} id={id} keyLost={keyLost} />
            ) : (
              <Drawn
                context={context}
                isDay={isDay}
                submission={submission}
                verdict={verdict}
                {...frame}
              />
            )}
          </RowBoundary>
        ))}
      </ul>
    </section>
  );
}

/** Returns a function that never changes, so that a row does not render again when its screen does. */
function useSteady<Given, Result>(act: (given: Given) => Result): (given: Given) => Result {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((given) => latest.current(given), []);
}

export function SubmissionList({
  groups,
  total,
  hasMore,
  context,
  Link,
  onCorrect,
  onSendRest,
  onCorrectReturned,
  onExport,
  onMore,
  unreadable,
}: SubmissionListProps) {
  const t = outboxText();
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = formatNumber(count);
  const correct = useSteady(onCorrect);
  const sendRest = useSteady(onSendRest);
  const correctReturned = useSteady(onCorrectReturned);
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
          onCorrectReturned={correctReturned}
          onExport={onExport}
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
