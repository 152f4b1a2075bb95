import type { HistoryFact } from '../../../domain/history.ts';
import { historyEntryOf } from '../../../domain/history-sentences.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { historyText } from '../../../messages/captured.ts';
import { count } from '../../../messages/count.ts';
import { formatWhen, isTime } from '../../../messages/formats.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { Facts } from '../../../ui/content/card.tsx';
import { Fold } from '../../../ui/content/list.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import styles from '../outbox.module.css';

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
