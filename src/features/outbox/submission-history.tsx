import { historyEntryOf } from '../../domain/history-sentences.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { count } from '../../messages/count.ts';
import { formatWhen, isTime } from '../../messages/formats.ts';
import { submissionText } from '../../messages/submission.ts';
import { Card } from '../../ui/card.tsx';
import { historyFactText } from './history-text.ts';
import styles from './outbox.module.css';

/** What happened to it, newest first. */
export function SubmissionHistory({ history, maybeTwice }: Submission) {
  const t = submissionText();
  if (history.length === 0 && maybeTwice.length === 0) return null;
  return (
    <Card title={t.history}>
      {maybeTwice.length > 0 ? (
        <p>{count(t.maybeTwice, maybeTwice.length, { names: maybeTwice.join(', ') })}</p>
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
