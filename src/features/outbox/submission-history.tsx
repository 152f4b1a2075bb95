import { historyEntryOf } from '../../domain/history-sentences.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { GetHelp } from '../../get-help.tsx';
import { count } from '../../messages/count.ts';
import { formatWhen, isTime } from '../../messages/formats.ts';
import { submissionText } from '../../messages/submission.ts';
import { Card } from '../../ui/card.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { historyFactText } from './history-text.ts';
import styles from './outbox.module.css';

export interface SubmissionHistoryProps {
  readonly submission: Submission;
  readonly Link: LinkComponent;
}

/** What happened to it, newest first. */
export function SubmissionHistory({ submission, Link }: SubmissionHistoryProps) {
  const { history, maybeTwice } = submission;
  const t = submissionText();
  if (history.length === 0 && maybeTwice.length === 0) return null;
  return (
    <Card title={t.history}>
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
    </Card>
  );
}
