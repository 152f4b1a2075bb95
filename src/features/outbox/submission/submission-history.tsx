import { useState } from 'react';
import type { HistoryFact } from '../../../domain/history.ts';
import { historyEntryOf } from '../../../domain/history-sentences.ts';
import type { FormId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { canStartCorrection } from '../../../domain/status-line.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import type { Correction, Verdict } from '../../../domain/verdict.ts';
import {
  capturedText,
  correctionText,
  historyText,
  verdictText,
} from '../../../messages/captured.ts';
import { count } from '../../../messages/count.ts';
import { formatSoon, formatWhen, isTime } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { formPath, submissionPath } from '../../../paths/page-paths.ts';
import type { CorrectedForm } from '../../../store/lists/outbox-queries.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { Card, Facts } from '../../../ui/content/card.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { Fold } from '../../../ui/content/list.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import { IconCheck, IconClock, IconError } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import styles from '../outbox.module.css';
import { type StartCorrection, StartCorrectionDialog } from './start-correction.tsx';
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
  readonly kind: 'sent' | 'received' | 'active' | 'returned' | 'corrected';
  readonly at: number;
  readonly now: number;
}

const icons = {
  sent: IconCheck,
  received: IconClock,
  active: IconCheck,
  returned: IconError,
  corrected: IconCheck,
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

interface CorrectionLinkProps {
  readonly by: Correction | null;
  readonly Link: LinkComponent;
}

/** Leads to the correction: to its form while it is a draft, else to its page. */
function CorrectionLink({ by, Link }: CorrectionLinkProps) {
  if (by === null) return null;
  const t = correctionText();
  if (by.status === 'draft' || by.status === 'rejected')
    return (
      <Link
        className={buttonClass('primary', true)}
        to={by.status === 'draft' ? formPath(by) : submissionPath(by.id)}
      >
        {t.goOn}
      </Link>
    );
  const reference = by.formId === null ? null : referenceOf(by.formId);
  return (
    <Link to={submissionPath(by.id)}>
      {format(t.by, { reference: reference ?? capturedText().referenceLater })}
    </Link>
  );
}

export interface OperatorVerdictProps {
  readonly submission: Submission;
  readonly verdict: Verdict | undefined;
  readonly now: number;
  /** The person knows that the registration was returned. `button`: it goes. */
  readonly onKnown: (formId: FormId, button: HTMLElement) => void;
  readonly onStart: StartCorrection;
  readonly Link: LinkComponent;
}

/** The operator's verdict on a sent submission. Shows nothing before the operator said something. */
export function OperatorVerdict({
  submission,
  verdict,
  now,
  onKnown,
  onStart,
  Link,
}: OperatorVerdictProps) {
  const [asks, setAsks] = useState(false);
  const { formId } = submission;
  if (submission.status !== 'delivered' || formId === null) return null;
  if (verdict === undefined || verdict.state === 'unknown' || verdict.state === 'unlisted')
    return null;
  const t = verdictText();
  const returned = 'code' in verdict ? verdict : null;
  const mayStart = canStartCorrection(verdict);
  const correctedAt = verdict.state === 'corrected' ? verdict.by?.deliveredAt : null;
  return (
    <Card title={t.whatBecame}>
      <ul aria-label={t.whatBecame} className={styles['steps']}>
        <Event at={submission.deliveredAt} kind="sent" now={now} />
        <Event at={verdict.at} kind={'code' in verdict ? 'returned' : verdict.state} now={now} />
        {correctedAt ? <Event at={correctedAt} kind="corrected" now={now} /> : null}
      </ul>
      {returned ? <p>{reasonText(returned)}</p> : null}
      {mayStart ? <p>{correctionText().customerReturns}</p> : null}
      {verdict.state === 'correcting' || verdict.state === 'corrected' ? (
        <CorrectionLink by={verdict.by} Link={Link} />
      ) : null}
      {mayStart ? (
        <Button block onClick={() => setAsks(true)} variant="primary">
          {correctionText().start}
        </Button>
      ) : null}
      {verdict.state === 'returned' ? (
        <Button block onClick={({ currentTarget }) => onKnown(formId, currentTarget)}>
          {t.known}
        </Button>
      ) : null}
      {asks ? (
        <StartCorrectionDialog
          onClose={() => setAsks(false)}
          onStart={onStart}
          submission={submission}
        />
      ) : null}
    </Card>
  );
}

export interface CorrectsProps {
  readonly submission: Submission;
  readonly corrected: CorrectedForm;
  readonly Link: LinkComponent;
}

/** On the page of a correction: the returned registration that it corrects. */
export function Corrects({ submission, corrected, Link }: CorrectsProps) {
  const t = correctionText();
  const { id, isAccepted } = corrected;
  const reference = submission.corrects && referenceOf(submission.corrects);
  if (!reference) return null;
  const words = format(t.of, { reference });
  return (
    <div>
      <p>{id === null ? words : <Link to={submissionPath(id)}>{words}</Link>}</p>
      {isAccepted && submission.status === 'draft' ? <p>{t.firstAccepted}</p> : null}
    </div>
  );
}
