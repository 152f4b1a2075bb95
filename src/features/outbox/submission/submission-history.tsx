import type { HistoryFact } from '../../../domain/history.ts';
import { historyEntryOf } from '../../../domain/history-sentences.ts';
import type { FormId } from '../../../domain/ids.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { historyText, verdictText } from '../../../messages/captured.ts';
import { count } from '../../../messages/count.ts';
import { formatSoon, formatWhen, isTime } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Card, Facts } from '../../../ui/content/card.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { Fold } from '../../../ui/content/list.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import { IconCheck, IconClock, IconError } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import styles from '../outbox.module.css';
import { reasonText } from './submission-text.ts';

export function historyFactText(fact: HistoryFact): string {
  const t = historyText();
  switch (fact.what) {
    case 'other':
      return fact.text;
    case 'answered':
      return format(t.answered, { status: fact.httpStatus });
    case 'maybeTwice':
      return format(t.maybeTwice, { fileName: fact.fileName });
    case 'faultRetried':
    case 'faulted':
      return format(t[fact.what], { fault: fact.fault });
    case 'fileReceived': {
      const { call, number } = fact;
      return number === undefined
        ? t.fileReceived[call]
        : format(t.numberedFileReceived[call], { number });
    }
    default:
      return t[fact.what];
  }
}

/** The times of a submission. 'Captured' is the time of Submit. */
function times({ createdAt, submittedAt, ...rest }: Submission) {
  const t = submissionText();
  const deliveredAt = rest.status === 'delivered' ? rest.deliveredAt : null;
  return [
    [t.started, formatWhen(createdAt)],
    ...(submittedAt === null ? [] : [[t.captured, formatWhen(submittedAt)] as const]),
    ...(deliveredAt === null ? [] : [[t.delivered, formatWhen(deliveredAt)] as const]),
  ] as const;
}

export interface SubmissionHistoryProps {
  readonly submission: Submission;
  readonly Link: LinkComponent;
}

/** The submission's events, newest first. */
export function SubmissionHistory({ submission, Link }: SubmissionHistoryProps) {
  const { history, maybeTwice } = submission;
  const t = submissionText();
  return (
    <Fold title={t.history}>
      <Facts facts={times(submission)} />
      {maybeTwice.length > 0 ? (
        <>
          <p>{count(t.maybeTwice, maybeTwice.length, { names: maybeTwice.join(', ') })}</p>
          <GetHelp Link={Link} />
        </>
      ) : null}
      <ol className={styles['history']} reversed>
        {history
          .slice()
          .reverse()
          .map(historyEntryOf)
          .map(({ at, ...fact }) => (
            <li key={`${at} ${JSON.stringify(fact)}`}>
              <time dateTime={isTime(at) ? new Date(at).toISOString() : undefined}>
                {formatWhen(at)}
              </time>
              {historyFactText(fact)}
            </li>
          ))}
      </ol>
    </Fold>
  );
}

interface EventProps {
  readonly kind: 'sent' | 'received' | 'active' | 'returned';
  readonly at: number;
  readonly now: number;
}

const icons = {
  sent: IconCheck,
  received: IconClock,
  active: IconCheck,
  returned: IconError,
} as const;

function Event({ kind, at, now }: EventProps) {
  const Icon = icons[kind];
  const word = kind === 'sent' ? outboxText().status.sent : verdictText()[kind];
  return (
    <li className={styles['step']}>
      <span
        className={classNames(
          styles['mark'],
          kind === 'returned' ? styles['bad'] : kind !== 'received' && styles['done'],
        )}
      >
        <Icon />
        {word}
      </span>
      <span>{formatSoon(at, now)}</span>
    </li>
  );
}

export interface WhatBecameProps {
  readonly submission: Submission;
  readonly verdict: Verdict | undefined;
  readonly now: number;
  /** The person knows that the registration was returned. */
  readonly onKnown: (formId: FormId) => void;
}

/** The operator's verdict on a sent submission. Shows nothing before the operator said something. */
export function WhatBecame({ submission, verdict, now, onKnown }: WhatBecameProps) {
  const { formId } = submission;
  if (submission.status !== 'delivered' || formId === null) return null;
  if (verdict === undefined || verdict.state === 'unknown') return null;
  const t = verdictText();
  const { state } = verdict;
  const isReturned = state === 'returned' || state === 'known';
  return (
    <Card title={t.whatBecame}>
      <ul aria-label={t.whatBecame} className={styles['steps']}>
        <Event at={submission.deliveredAt} kind="sent" now={now} />
        <Event at={verdict.at} kind={isReturned ? 'returned' : state} now={now} />
      </ul>
      {isReturned ? <p>{reasonText(verdict)}</p> : null}
      {state === 'returned' ? <Button onClick={() => onKnown(formId)}>{t.known}</Button> : null}
    </Card>
  );
}
